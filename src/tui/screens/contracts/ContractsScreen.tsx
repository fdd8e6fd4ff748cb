import type { ReactElement } from 'react'
import { defineScreen } from '../../app/defineScreen.ts'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import { tabs } from '../../app/tabs.ts'
import { FirstAction } from '../../kit/components/FirstAction.tsx'
import { useChanges } from '../../kit/hooks/hooks.ts'
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
	if (list.all.length === 0) {
		return (
			<FirstAction
				title="Contracts"
				remark={model.evm.url}
				command={contractsCommands(model)[0]!}
				text={`No contract is known here yet. ${app.keyFor('contracts.deploy')} deploys one from your compiler’s output; ${app.keyFor('contracts.add')} adds the ABI of a deployed one. Try examples/contracts/Wall.json of this program.`}
			/>
		)
	}
	return (
		<ListScreen
			model={model}
			title={counted(list.all.length, 'contract')}
			remarks={[model.evm.url]}
			columns={contractColumns(model)}
			onOpen={() => model.open()}
		/>
	)
}

/** Begins a chain that has contracts. */
function NoEvm({ model }: { readonly model: ContractsModel }): ReactElement {
	const { app } = model
	const chain = safeText(app.state.status?.chainId ?? '', 60)
	return (
		<FirstAction
			title="Contracts"
			remark="this chain has no EVM"
			command={contractsCommands(model)[0]!}
			text={`A chain has an EVM from its first block on, or never: ${chain} has none, or its node does not report its Ethereum JSON-RPC. The new one is a chain of its own, with your keys and ports of its own. ${chain} goes on and stays as it is; ${app.keyFor('go.rpc')} shows both and goes back.\n\nFor a node elsewhere give the address of its EVM: ${app.keyFor('go.rpc')} adds it, or chain-tui --node URL --eth-url http://127.0.0.1:8546.`}
		/>
	)
}

/** Contracts of the chain's EVM: deploy, call, events, storage, traces. */
export const contractsScreen = defineScreen({
	...tabs.contracts,
	model: (app) => new ContractsModel(app),
	commands: contractsCommands,
	Screen: ContractsScreen,
})
