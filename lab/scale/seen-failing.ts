import type { Row } from '../report.ts';

/** The row of a check that must report a planted fault. */
export const seenFailing = (fault: string, { measured, met }: Row): Row => ({
  figure: `seen failing: ${fault}`,
  goal: 'reported',
  measured: measured.length > 200 ? `${measured.slice(0, 200)}…` : measured,
  met: !met,
});

/** A row that is met if a check finds no faults. Shows the first ones. */
export const rowOf = (figure: string, faults: string[], measured: string): Row => ({
  figure,
  goal: '0 faults',
  measured:
    faults.length === 0 ? measured : `${faults.length} faults, such as: ${faults.slice(0, 2).join('; ')}`,
  met: faults.length === 0,
});

/** The row of a figure that needs a program that this machine does not have. */
export const notMeasured = (figure: string, variable: string, program: string): Row => ({
  figure,
  goal: '0 faults',
  measured: `set ${variable} to ${program}`,
  met: false,
  isUnmeasured: true,
});
