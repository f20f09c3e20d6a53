// The help of the views is the guide: docs/guide/viewer.md, a section each.

import sections from 'guide:views';

export function helpOf(view: string): string {
  return sections[view] ?? '';
}
