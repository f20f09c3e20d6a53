// Made by build.mjs from docs/guide/viewer.md: what it says of each view.
declare module 'guide:views' {
  const sections: Record<string, string>;
  export default sections;
}
