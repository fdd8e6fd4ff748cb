import type { BaseApp } from '../app/BaseApp.ts'
import { pruningOptions } from '../store/multi/PruningOptions.ts'
import type { NetworkConfig } from './NodeConfig.ts'

/** What a node of a network was asked to keep. */
export type RetainSettings = Pick<NetworkConfig, 'pruning' | 'minRetainBlocks' | 'snapshotInterval' | 'snapshotKeep'>

/**
 * Height of the oldest block that the engine must keep, 0 for all: what evidence, kept states, snapshots and
 * `--min-retain-blocks` need (framework: baseapp GetBlockRetentionHeight at v0.44.5).
 * @param evidenceBlocks age in blocks at which evidence against a validator no longer counts, 0 if unknown
 */
export function retainHeight(height: number, settings: RetainSettings, evidenceBlocks: number): number {
	const { minRetainBlocks, snapshotInterval, snapshotKeep } = settings
	if (minRetainBlocks === 0) return 0
	const { keepEvery } = pruningOptions(settings.pruning)
	// Without a state that is kept for ever yet, blocks alone could bring it back.
	if (height <= keepEvery) return 0
	// The framework passes over what needs every block of the chain, as over what needs none.
	const needs = [minRetainBlocks, evidenceBlocks, snapshotInterval * snapshotKeep].filter(
		(blocks) => blocks > 0 && blocks !== height,
	)
	if (keepEvery > 0) needs.push(height % keepEvery)
	return needs.length === 0 ? 0 : Math.max(0, height - Math.max(...needs))
}

/** Whether the chain was to halt with the last block (framework: baseapp Commit at v0.44.5). */
export function isHaltDue(
	{ haltHeight, haltTime }: Pick<NetworkConfig, 'haltHeight' | 'haltTime'>,
	{ lastHeader }: Pick<BaseApp, 'lastHeader'>,
): boolean {
	if (haltHeight > 0 && lastHeader.height >= haltHeight) return true
	return haltTime > 0 && lastHeader.time.seconds >= BigInt(haltTime)
}
