import { EthFault } from '../../api/eth/rpc/EthFault.ts'
import type { HeightRange, HeightWindow } from '../../api/eth/rpc/EthMethod.ts'
import type { ChainView } from '../chain/ChainView.ts'
import type { Head } from '../EndpointUpstream.ts'

/** The newest heights that a pruning application answers, `blocks` of them. */
export function pruningWindow(chain: ChainView, blocks: number): HeightWindow {
	const rangeOf = ({ earliest, height }: Head): HeightRange => ({
		from: Math.max(earliest, height - blocks + 1),
		to: height,
	})
	return { range: () => chain.ofHead(rangeOf), refusal }
}

/**
 * The text holds what gateways and clients look for (`missing trie node`, `historical state ... is not available`, `lowest height
 * is`) and the range that is answered.
 */
function refusal(height: number, { from, to }: HeightRange): EthFault {
	return new EthFault(
		`missing trie node: historical state of height ${height} is not available, lowest height is ${from}: ` +
			`this application is on the pruning network and answers heights ${from} to ${to}`,
	)
}
