import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packSdk } from '../../../scripts/pack-sdk.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed SDK. */
    tarball: string;
  }
}

/** One tarball for every test. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-packed-'));
  const { tarball } = packSdk(folder);
  project.provide('tarball', tarball);
  return () => rmSync(folder, { recursive: true, force: true });
}
