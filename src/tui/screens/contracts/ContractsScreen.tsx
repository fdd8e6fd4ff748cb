import type { ReactElement } from 'react'
import { defineScreen } from '../../app/defineScreen.ts'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import type { TuiApp } from '../../app/TuiApp.ts'
import { tabs } from '../../app/tabs.ts'
import { Panel } from '../../kit/components/Panel.tsx'
import { useChanges } from '../../kit/hooks/useModel.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { ContractsModel, contractColumns } from './ContractsModel.ts'
import { ContractView } from './ContractView.tsx'
import { contractsCommands } from './contractsCommands.ts'
import { TraceView } from './TraceView.tsx'

/** Contracts: the list, one of them with its functions and events, or a call tree. */
export function ContractsScreen({ model }: { readonly model: ContractsModel }): ReactElement {
	useChanges()
	if (model.evm === undefined) return <NoEvm model={model} />
	if (model.trace !== undefined) return <TraceView app={model.app} page={model.trace} />
	if (model.page !== undefined) return <ContractView model={model} page={model.page} />
	const { app, list } = model
	return (
		<ListScreen
			model={model}
			title={counted(list.all.length, 'contract')}
			remarks={[model.evm.url]}
			columns={contractColumns(model)}
			empty={[
				'',
				'No contract is known here yet.',
				`${app.keyFor('contracts.deploy')} deploys one from your compiler’s output; ${app.keyFor('contracts.add')} adds the ABI of a deployed one.`,
				'Try examples/contracts/Wall.json of this program.',
			]}
			onOpen={() => model.open()}
		/>
	)
}

function NoEvm({ model }: { readonly model: ContractsModel }): ReactElement {
	return (
		<Panel
			title="Contracts"
			remark="this chain has no EVM"
			active
			rows={({ theme, width }) =>
				noEvmRows(model.app).flatMap((row) => (row.startsWith('  ') ? [theme.strong(row)] : wrapCells(row, width)))
			}
		/>
	)
}

/** Explains why there are no contracts and how to get them; lines with leading blanks are commands. */
function noEvmRows(app: TuiApp): readonly string[] {
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

/** Contracts of the chain's EVM: deploy, call, events, storage, traces. */
export const contractsScreen = defineScreen({
	...tabs.contracts,
	model: (app) => new ContractsModel(app),
	commands: contractsCommands,
	Screen: ContractsScreen,
})
