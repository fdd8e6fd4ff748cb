import type { ApplicationKey } from '../../../../../client/index.ts'
import { ago, until, when } from '../../parts/times.ts'

/** Whether callers can use a key now. */
export function keyWorks(key: ApplicationKey, now: number): boolean {
	return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
}

/** State of a key with its sign: `● works`, `● ends in 5h`, `✗ revoked 3m ago`. */
export function keyState(key: ApplicationKey, now: number): string {
	if (key.revokedAt !== null) return `✗ revoked ${ago(key.revokedAt, now)}`
	if (key.expiresAt === null) return '● works'
	return key.expiresAt > now ? `● ends in ${until(key.expiresAt, now)}` : `✗ ended ${when(key.expiresAt).slice(0, 10)}`
}
