import type { View } from '../state/view.ts';
import { assembly } from './Assembly.tsx';
import { communication } from './Communication.tsx';
import { compare } from './Compare.tsx';
import { flame } from './Flame.tsx';
import { io } from './Io.tsx';
import { modules } from './Modules.tsx';
import { overview } from './Overview.tsx';
import { ranks } from './Ranks.tsx';
import { table } from './Table.tsx';
import { timeline } from './Timeline.tsx';

/** In the order of the keys 1 to 9. */
export const views: View[] = [overview, timeline, flame, table, ranks, communication, assembly, compare, io, modules];
