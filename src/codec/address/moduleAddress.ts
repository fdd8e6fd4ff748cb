import { createHash } from 'node:crypto'

/** Raw address of a module account: the first 20 bytes of SHA-256 of its name (framework: x/auth NewModuleAddress). */
export function moduleAddress(name: string): Uint8Array {
	return new Uint8Array(createHash('sha256').update(name, 'utf8').digest().subarray(0, 20))
}
