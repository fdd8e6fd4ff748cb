import { describe, expect, test } from 'vitest'
import { isHaltDue, retainHeight } from '../../../src/node/afterCommit.ts'

const settings = { pruning: 'default', minRetainBlocks: 100, snapshotInterval: 0, snapshotKeep: 2 } as const

// The cases of the framework's TestGetBlockRentionHeight (baseapp/abci_test.go at v0.44.5), and those between them.
describe('the oldest block that an engine must keep', () => {
	test.each([
		['no setting: all', { ...settings, minRetainBlocks: 0 }, 1_000, 500, 0],
		['the last ones', settings, 1_000, 0, 900],
		['as many as there are', settings, 100, 0, 0],
		['more than there are', settings, 99, 0, 0],
		['as many as there are, with all states', { ...settings, pruning: 'nothing' as const }, 100, 0, 100],
		['evidence needs more', settings, 1_000, 500, 500],
		['evidence needs as many as there are, which the framework passes over', settings, 1_000, 1_000, 900],
		['the last ones as many as there are, with evidence', { ...settings, minRetainBlocks: 1_000 }, 1_000, 500, 500],
		['one setting beyond the chain', { ...settings, minRetainBlocks: 1_001 }, 1_000, 500, 0],
		['evidence counts for longer than the chain is old', settings, 1_000, 5_000, 0],
		['snapshots need more', { ...settings, snapshotInterval: 200 }, 1_000, 0, 600],
		['snapshots that are not taken', { ...settings, minRetainBlocks: 1 }, 1_000, 0, 999],
		[
			'snapshots of which none is kept',
			{ ...settings, minRetainBlocks: 1, snapshotInterval: 5, snapshotKeep: 0 },
			1_000,
			0,
			999,
		],
		['no snapshot yet', { ...settings, snapshotInterval: 1_000 }, 1_000, 0, 0],
		['all states are kept', { ...settings, pruning: 'nothing' as const }, 1_000, 0, 900],
		['no kept state yet', { ...settings, pruning: { keepRecent: 5, keepEvery: 2_000, interval: 1 } }, 1_000, 0, 0],
		['the first kept state', { ...settings, pruning: { keepRecent: 5, keepEvery: 1_000, interval: 1 } }, 1_000, 0, 0],
		['the last kept state', { ...settings, pruning: { keepRecent: 5, keepEvery: 700, interval: 1 } }, 1_000, 0, 700],
	])('the oldest block that an engine must keep, by %s', (_, given, height, evidenceBlocks, kept) => {
		expect(retainHeight(height, given, evidenceBlocks)).toBe(kept)
	})
})

describe('a chain that is to halt', () => {
	test.each([
		[{ haltHeight: 10 }, 9, 5, false],
		[{ haltHeight: 10 }, 10, 5, true],
		[{ haltHeight: 10 }, 11, 5, true],
		[{ haltHeight: 1 }, 1, 5, true],
		[{ haltTime: 1 }, 10, 1, true],
		[{ haltTime: 100 }, 10, 99, false],
		[{ haltTime: 100 }, 1, 100, true],
		[{ haltHeight: 0, haltTime: 0 }, 1_000, 1_000, false],
	])('a chain that is to halt by %j after block %i of second %i: %s', (asked, height, seconds, due) => {
		const time = { seconds: BigInt(seconds), nanos: 0 }
		const lastHeader = { chainId: 'x', height, time, proposerAddress: new Uint8Array() }
		expect(isHaltDue({ haltHeight: 0, haltTime: 0, ...asked }, { lastHeader })).toBe(due)
	})
})
