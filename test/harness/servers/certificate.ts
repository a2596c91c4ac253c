import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  /** PEM. */
  key: string;
  cert: string;
}

/** Creates a self-signed certificate (RFC 5280) for a host name or IPv4 address, valid from yesterday until `until`. */
export function selfSigned(name: string, until = new Date(Date.now() + 86_400_000)): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = der(0x30, objectId('2a8648ce3d040302'));
  const subject = der(0x30, der(0x31, der(0x30, objectId('550403'), der(0x0c, Buffer.from(name)))));
  const isAddress = isIPv4(name);
  const names = der(
    0x30,
    isAddress ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  );
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), createHash('sha256').update(spki).digest().subarray(0, 8)])),
    algorithm,
    subject,
    der(0x30, time(new Date(until.getTime() - 2 * 86_400_000)), time(until)),
    subject,
    spki,
    der(0xa3, der(0x30, der(0x30, objectId('551d11'), der(0x04, names)))),
  );
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', content, privateKey)]));
  const lines = der(0x30, content, algorithm, signature).toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`));
