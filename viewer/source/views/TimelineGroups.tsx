// The names of groups in the timeline are buttons that open and close them: by mouse, and by keyboard with Tab.

import type { Line } from '../data/groups.ts';
import { plural } from '../data/numbers.ts';
import { axisHeight, labelWidth, rowHeight } from '../parts/timelinePicture.ts';

/** Over the names in the picture, which say the same. */
export function GroupButtons({ lines, onToggle }: { lines: Line[]; onToggle: (line: Line) => void }) {
  return (
    <>
      {lines.map(
        (line, place) =>
          line.group && (
            <button
              key={line.row}
              class="timeline-group"
              data-group={line.label}
              aria-expanded={line.open}
              aria-label={`${line.group.kind} ${line.label}, ${plural(line.rows.length, 'row')}`}
              title={line.open ? 'Show the rows of this group as one' : 'Show the rows of this group'}
              style={{ top: `${axisHeight + place * rowHeight}px`, width: `${labelWidth}px`, height: `${rowHeight}px` }}
              onClick={() => onToggle(line)}
              onKeyDown={(event) => [' ', 'Enter'].includes(event.key) && event.stopPropagation()}
            />
          ),
      )}
    </>
  );
}
