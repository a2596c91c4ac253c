import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

const OfferedSdkPackageSchema = defineEntity({
  name: 'OfferedSdkPackage',
  tableName: 'sdk_packages',
  properties: {
    path: p.text().primary(),
    bytes: p.blob(),
    /** When a process that offers it was last started. */
    offeredAt: p.type(InstantType).defaultRaw('now()'),
  },
});

/** A build of the SDK that this service offers or has offered. */
export class OfferedSdkPackage extends OfferedSdkPackageSchema.class {}
OfferedSdkPackageSchema.setClass(OfferedSdkPackage);
