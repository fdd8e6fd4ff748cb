import type { TuiApp } from '../../app/TuiApp.ts'
import { safeText } from '../../kit/text/safeText.ts'

/** Why there are no contracts, and how to have them; lines that begin with blanks are to be typed. */
export function noEvmRows(app: TuiApp): readonly string[] {
	const chain = safeText(app.state.status?.chainId ?? '', 60)
	return [
		'',
		`The chain ${chain === '' ? '' : `${chain} `}runs no contracts: it has no EVM, or the node does not tell where its Ethereum JSON-RPC is.`,
		'',
		'An EVM is there from the first block on or never. A new chain beside this one has it when its name carries a number:',
		'',
		'  chain-tui --home ~/.chain-evm --chain-id chain_2222-1',
		'',
		'The chain that is there stays as it is, and comes back when you start without these flags. Of a node of somebody else, say where its EVM is:',
		'',
		'  chain-tui --node URL --eth-url http://127.0.0.1:8546',
	]
}
