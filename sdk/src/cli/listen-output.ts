import type { Change } from '../index.ts';
import { type Delivery, isDelivered } from './deliver.ts';
import { waitingJson, waitingText } from './keep-trying.ts';
import { colored, type Line, plain, print, printJson } from './terminal.ts';

interface Start {
  externalService: string;
  url: string;
  /** The address of the receiver. */
  forward: string;
  /** Absent if the user gave it. */
  secret?: string;
  /** Types of `--types` that this version does not know. */
  unknownTypes: string[];
}

/** What `listen` prints for people. */
export const listeningText = {
  start({ externalService, url, forward, secret, unknownTypes }: Start): void {
    print(`Changes of ${externalService} at ${url} go to ${forward}`);
    if (secret) print(`Secret  ${secret}`);
    for (const type of unknownTypes)
      print(colored('yellow', `This version does not know ${type}: check the spelling.`));
    if (process.stdin.isTTY) print(colored('dim', 'r sends the last change again, q quits.'));
    print();
  },
  delivery(change: Change, delivery: Delivery, durationMs: number, isAgain: boolean): void {
    print(...lineOf(change, delivery, durationMs, isAgain));
  },
  ...waitingText,
  /** `cursor`: the value with which `--from` continues; undefined if the service has accepted none. */
  end(cursor: string | undefined): void {
    if (cursor === undefined) return;
    print();
    print(`Continue with --from ${cursor}`);
  },
};

/** What `listen --json` prints: an object for each line, whose `event` says what it is. */
export const listeningJson: typeof listeningText = {
  start: (start) => printJson({ event: 'start', ...start }),
  delivery({ id, sequence, type }, delivery, durationMs, isAgain) {
    const { status = null, text } = delivery;
    const result = { ok: isDelivered(delivery), status, text, durationMs: Math.round(durationMs), isAgain };
    printJson({ event: 'delivery', id, sequence, type, ...result });
  },
  ...waitingJson,
  end: (cursor) => printJson({ event: 'end', cursor: cursor ?? null }),
};

function lineOf({ sequence, type }: Change, delivery: Delivery, durationMs: number, isAgain: boolean): Line {
  const before = [new Date().toTimeString().slice(0, 8), String(sequence).padStart(6), type.padEnd(27)];
  const status = colored(
    isDelivered(delivery) ? 'green' : 'red',
    String(delivery.status ?? 'failed').padEnd(6),
  );
  const after = [
    `${Math.round(durationMs)} ms`.padStart(8),
    [isAgain && '(again)', plain(delivery.text, 200)].filter(Boolean).join(' '),
  ];
  return [`${before.join('  ')}  `, status, `  ${after.join('  ')}`.trimEnd()];
}
