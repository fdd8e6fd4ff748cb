import type { AttackResult } from './support/AttackResult.ts'

export function attack(options: {
	readonly sockets: number
	readonly seconds: number
	readonly seed: number
	readonly kinds?: readonly string[]
}): Promise<AttackResult>
