// build.mjs makes it: a source of this folder with all that it needs, as a script.
declare module 'worker:receive' {
  const script: string;
  export default script;
}
