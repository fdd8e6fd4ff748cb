import { createEngine, type Engine } from '../../../src/engine/Engine.ts'
import type { EngineOptions } from '../../../src/engine/EngineOptions.ts'
import { newValidatorKey } from '../../../src/engine/validatorKey.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { utf8 } from '../../../src/util/bytes.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { kvApplication, rewindKv } from './kvApplication.ts'

/** A genesis document of the key-value application, with members replaced or added. */
export function kvGenesis(members: Record<string, unknown> = {}): string {
	return JSON.stringify({
		genesis_time: '2026-01-01T00:00:00Z',
		chain_id: 'kv-chain',
		initial_height: '1',
		app_state: {},
		...members,
	})
}

/** A clock that only a test moves. */
export function handClock(ms: number): { now(): number; ms: number } {
	const clock = { ms, now: () => clock.ms }
	return clock
}

/** An engine around the key-value application, by default in memory and making blocks only when told. */
export async function testEngine(
	overrides: Omit<Partial<EngineOptions>, 'config'> & { config?: Partial<EngineOptions['config']> } = {},
): Promise<Engine> {
	const { config, db = createMemoryDb(), ...rest } = overrides
	return createEngine({
		openApplication: kvApplication,
		rewindApplication: rewindKv(db.prefixed(utf8('a'))),
		db,
		genesis: kvGenesis(),
		validatorKey: newValidatorKey,
		clock: handClock(Date.parse('2026-05-01T12:00:00Z')),
		log: silentLog,
		...rest,
		config: { blockMode: 'manual', blockIntervalMs: 1000, keepBlocks: 0, ...config },
	})
}
