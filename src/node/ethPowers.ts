import type { EthPowers } from '../api/eth/powers/EthPowers.ts'
import { BugError } from '../errors/UserError.ts'
import type { EvmKeeper } from '../modules/evm/index.ts'
import { devAccounts } from './genesis/devAccounts.ts'
import type { OpenChain } from './openChain.ts'

/** The light engine's admin functions for the EVM's JSON-RPC. Blocks have seconds of their own from now on, as test suites expect. */
export function ethPowers({ engine, app, evm, acting }: OpenChain, throwsFailures: boolean): EthPowers {
	const keeper = (): EvmKeeper => {
		const found = evm()
		if (found === undefined) throw new BugError('powers over the EVM of a chain without one')
		return found
	}
	if (evm() !== undefined) engine.keepSecondsApart()
	let taken = Math.max(0, ...snapshotsOf(engine).map(({ number }) => number))
	return {
		privateKeys: devAccounts().map(({ privateKey }) => privateKey),
		throwsFailures,
		mine: (blocks) => engine.mine(blocks),
		snapshot: () => engine.snapshot(`0x${(++taken).toString(16)}`),
		async revert(id) {
			await engine.revert(id)
			const from = snapshotsOf(engine).find(({ name }) => name === id)?.number
			if (from === undefined) return
			const used = snapshotsOf(engine).filter(({ number }) => number >= from)
			for (const { name } of used) await engine.deleteSnapshot(name)
		},
		rewind: (height) => engine.rewind(height),
		async reset() {
			await engine.reset()
			// Blocks that are made by hand begin again too, and without one there is no state.
			if (engine.height === 0) await engine.mine()
		},
		setTime: (timeMs, options) => engine.setTime(timeMs, options),
		advanceTime: (ms) => engine.advanceTime(ms),
		spaceBlocks: (seconds) => engine.keepSecondsApart(seconds),
		now: () => Number(engine.now().seconds) * 1000,
		blockMode: () => engine.production,
		setBlockMode: (mode, intervalMs) => engine.setBlockMode(mode, intervalMs),
		async edit(change) {
			let failure: unknown
			app().editNextBlock((ctx) => {
				// A failed change must not fail the block.
				try {
					const branch = ctx.branch()
					change(branch.ctx, keeper())
					branch.write()
				} catch (error) {
					failure = error
				}
			})
			// What waits is not in the block: to suites of tests there is none.
			await engine.mine(1, true)
			if (failure !== undefined) throw failure
		},
		async limitBlockGas(maxGas) {
			app().limitBlockGas(maxGas)
			await engine.mine(1, true)
		},
		dropTxs: (isUnwanted) => engine.dropTxs(isUnwanted, () => app().forgetChecks()),
		actsAs: (address) => acting?.has(address) === true,
		impersonate: (hash, sender) => keeper().impersonated.set(hash, sender),
	}
}

/** The snapshots that programs took, with the numbers in their names. */
function snapshotsOf({
	snapshots,
}: OpenChain['engine']): readonly { readonly name: string; readonly number: number }[] {
	return snapshots
		.filter(({ name }) => /^0x[0-9a-f]{1,12}$/.test(name))
		.map(({ name }) => ({ name, number: Number(name) }))
}
