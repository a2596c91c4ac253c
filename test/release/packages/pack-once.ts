import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installedFolder, packSdk, sdkDependencies } from '../../../scripts/pack-sdk.ts';

declare module 'vitest' {
  interface ProvidedContext {
    tarball: string;
    /** Its packed dependencies, each before those that depend on it. */
    dependencies: string[];
  }
}

/** Packs the SDK and its dependencies once for all tests. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-packed-'));
  const { tarball } = packSdk(folder);
  project.provide('tarball', tarball);
  const npmPack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const dependencies = sdkDependencies.map((name) => {
    const packed = execFileSync('npm', [...npmPack, installedFolder(name)], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return join(folder, JSON.parse(packed)[0].filename);
  });
  project.provide('dependencies', dependencies.reverse());
  return () => rmSync(folder, { recursive: true, force: true });
}
