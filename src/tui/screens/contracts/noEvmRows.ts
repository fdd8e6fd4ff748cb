import type { TuiApp } from '../../app/TuiApp.ts'
import { safeText } from '../../kit/text/safeText.ts'

/** Explains why there are no contracts and how to get them; lines with leading blanks are commands. */
export function noEvmRows(app: TuiApp): readonly string[] {
	const chain = safeText(app.state.status?.chainId ?? '', 60)
	return [
		'',
		`The chain ${chain === '' ? '' : `${chain} `}runs no contracts: it has no EVM, or the node does not report its Ethereum JSON-RPC.`,
		'',
		'A chain has an EVM from its first block on, or never. This starts another chain, whose id carries a number:',
		'',
		'  chain-tui --home ~/.chain-evm --chain-id chain_2222-1',
		'',
		`The current chain stays unchanged: start without these flags to return to it. ${app.keyFor('node.contracts')} on the Node screen begins one in place of the current chain, which is deleted.`,
		'',
		'For a remote node, give the address of its EVM:',
		'',
		'  chain-tui --node URL --eth-url http://127.0.0.1:8546',
	]
}
