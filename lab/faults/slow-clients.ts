import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percent, quantile, succeeded, summary, time } from '../load/load.ts';
import { pathOf } from '../load/request.ts';
import { seeded } from '../load/seeded.ts';
import { unlimited } from '../stage.ts';
import type { Fault } from './fault.ts';
import { onPlatform, type Platform } from './platform.ts';

const each = 125;
/** Longer than the service keeps any of these connections open. */
const longest = 20;

type Begin = (socket: Socket) => NodeJS.Timeout | undefined;

function kindsOf({ partners: [tenant] }: Platform, random: () => number): Record<string, Begin> {
  return {
    'slow headers': (socket) => {
      socket.write('POST / HTTP/1.1\r\nHost: x\r\n');
      return setInterval(() => socket.write('X: y\r\n'), 500);
    },
    'a slow body': (socket) => {
      socket.write(
        `POST ${pathOf(tenant)}/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${tenant.token}\r\nContent-Length: 60000\r\n\r\n`,
      );
      return setInterval(() => socket.write(' '), 500);
    },
    'never reading': (socket) => {
      socket.pause();
      socket.write('GET /graphql/files/x/json.worker.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200));
      // A paused socket notices that it was closed only when it writes.
      return setInterval(() => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), 500);
    },
    junk: (socket) => {
      socket.write(Buffer.from(Array.from({ length: 2_000 }, () => Math.floor(random() * 256))));
      return undefined;
    },
  };
}

/** 500 slow or broken clients, in addition to valid ones. */
export const slowClients: Fault = ({ seed, isBroken, note }) => {
  const watchedSeconds = isBroken ? 2 : longest;
  return onPlatform({ seed, env: { ...unlimited, LOG_LEVEL: 'info' } }, async (platform) => {
    const kinds = kindsOf(platform, seeded(seed));
    const [, tenant] = platform.partners;
    const load = await platform.load({
      requests: [
        { kind: 'create booking', tenant, courtIds: tenant.courtIds },
        { kind: 'create user', tenant },
      ],
      arrivals: { clients: 4, pauseMillis: 50 },
    });
    const clients = Object.entries(kinds).flatMap(([kind, begin]) =>
      Array.from({ length: each }, () => openClient(platform.port, kind, begin)),
    );
    note(`${clients.length} slow and broken clients`);
    await sleep(1_000 * watchedSeconds);
    for (const { end } of clients) end();
    const samples = await load.stop();
    const logged = platform.services[0]!.stdout()
      .split('\n')
      .filter((line) => line.includes('"status":'));
    const failures = logged.filter((line) => line.includes('"status":500')).length;
    return [
      {
        figure: `valid requests next to ${clients.length} of them`,
        goal: '100 %',
        measured: `${percent(samples.filter(succeeded).length, samples.length)} of ${samples.length} (${summary(samples)}), p99 ${time(quantile(samples, 0.99))}`,
        met: samples.length > 0 && samples.every(succeeded),
      },
      {
        figure: 'requests with status 500 in the log',
        goal: '0',
        measured: `${failures} of ${logged.length}`,
        met: logged.length > 0 && failures === 0,
      },
      ...Object.keys(kinds).map((kind) => {
        const closed = clients
          .filter((client) => client.kind === kind)
          .map(({ closedAfter }) => closedAfter());
        const open = closed.filter((millis) => millis === undefined).length;
        const last = Math.max(...closed.map((millis) => millis ?? 0));
        return {
          figure: `${each} clients, ${kind}`,
          goal: 'closed within 16 s',
          measured: open > 0 ? `${open} still open after ${watchedSeconds} s` : `at most ${time(last)}`,
          met: open === 0 && last <= 16_000,
        };
      }),
    ];
  });
};

function openClient(port: number, kind: string, begin: Begin) {
  const socket = connect(port, '127.0.0.1');
  const openedAt = performance.now();
  let closedAfter: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  socket.on('connect', () => {
    timer = begin(socket);
  });
  // The service may send an error before it closes the connection.
  socket.on('data', () => {});
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    closedAfter = performance.now() - openedAt;
  });
  return {
    kind,
    closedAfter: () => closedAfter,
    end: () => {
      clearInterval(timer);
      socket.removeAllListeners('close');
      socket.destroy();
    },
  };
}
