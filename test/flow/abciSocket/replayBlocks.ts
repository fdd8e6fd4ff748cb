import { toHex, utf8 } from '../../../src/util/bytes.ts'
import type { TestNode } from '../../support/startNode.ts'
import { EngineSocket } from './EngineSocket.ts'

/**
 * Gives an application the blocks of a node from a height on, before the first one the genesis; its app hash after each.
 *
 * @param to last height; the node's when left out
 * @param onCommit gets the height from which on the application needs the blocks
 */
export async function replayBlocks(
	node: TestNode,
	address: string,
	from = 1,
	to = node.engine.height,
	onCommit: (retainHeight: bigint) => void = () => {},
): Promise<readonly string[]> {
	const engine = await EngineSocket.open(address)
	try {
		const { genesisTime, chainId, consensusParams, validators, appState, initialHeight } = await node.engine.genesis()
		const { block, evidence, validator, version } = consensusParams
		const seconds = evidence.maxAgeDuration / 1_000_000_000n
		if (from === 1)
			await engine.ask<'initChain'>({
				case: 'initChain',
				value: {
					time: genesisTime,
					chainId,
					consensusParams: {
						block,
						evidence: { ...evidence, maxAgeDuration: { seconds, nanos: 0 } },
						validator: { pubKeyTypes: [...validator.pubKeyTypes] },
						version,
					},
					validators: validators.map(({ pubKey, power }) => ({
						pubKey: { sum: { case: 'ed25519', value: pubKey } },
						power,
					})),
					appStateBytes: utf8(appState),
					initialHeight: BigInt(initialHeight),
				},
			})
		const hashes: string[] = []
		for (let height = from; height <= to; height++) {
			const { header, txs } = (await node.engine.block(height))!
			const { blockId } = (await node.engine.blockMeta(height))!
			const { hash, parts } = header.lastBlockId
			await engine.ask<'beginBlock'>({
				case: 'beginBlock',
				value: {
					hash: blockId.hash,
					header: { ...header, height: BigInt(height), lastBlockId: { hash, partSetHeader: parts } },
					lastCommitInfo: {},
				},
			})
			// All of a block in one go, as engines send them.
			const answered = engine.responses.length + txs.length
			for (const tx of txs) engine.send({ case: 'deliverTx', value: { tx } })
			engine.send({ case: 'flush', value: {} })
			await engine.until(() => engine.responses.length > answered)
			await engine.ask<'endBlock'>({ case: 'endBlock', value: { height: BigInt(height) } })
			const { data, retainHeight } = await engine.ask<'commit'>({ case: 'commit', value: {} })
			hashes.push(toHex(data))
			onCommit(retainHeight)
		}
		return hashes
	} finally {
		engine.close()
	}
}
