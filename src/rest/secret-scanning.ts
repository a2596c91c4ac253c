import { jsonResponse } from '../http/envelope.ts';
import { parseJson, readBody } from '../http/read-json-body.ts';
import type { Route } from '../http/router.ts';
import type { FailedAttempts } from '../services/limits/failed-attempts.ts';
import {
  revokeScannedApiTokens,
  ScannedSecrets,
} from '../services/secret-scanning/revoke-scanned-api-tokens.ts';
import { checkSignature, type ScannerKeys } from '../services/secret-scanning/scanner-keys.ts';
import type { ServiceContext } from '../services/service-context.ts';
import { validate } from '../services/values/validate.ts';

const mostBytes = 512 * 1_024;

interface Dependencies {
  services: Omit<ServiceContext, 'requestId'>;
  keys: ScannerKeys;
  attempts: FailedAttempts;
}

/**
 * `POST /api/v1/secret-scanning/github`: the endpoint that GitHub's secret scanning partner program calls with the tokens
 * that it finds in public. Request and response are those of the program, so it is no operation for partners.
 */
export function secretScanningRoute({ services, keys, attempts }: Dependencies): Route {
  return {
    path: '/api/v1/secret-scanning/github',
    methods: ['POST'],
    answer: async (request, { requestId, address }) => {
      const bytes = await readBody(request, mostBytes);
      const keyIdentifier = request.headers.get('github-public-key-identifier');
      const signature = request.headers.get('github-public-key-signature');
      // The signature is that of the bytes, so it is checked before they are parsed.
      await checkSignature(keys, { bytes, keyIdentifier, signature }, { attempts, address });
      const found = validate(ScannedSecrets, parseJson(bytes));
      return jsonResponse(200, await revokeScannedApiTokens({ ...services, requestId }, found), {});
    },
  };
}
