import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Split } from '../../kit/components/Split.tsx'
import { Stack } from '../../kit/components/Stack.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import type { NetworkModel } from './NetworkModel.ts'
import { PeerList } from './PeerList.tsx'
import { RoundPanel, roundRows } from './RoundPanel.tsx'
import { ValidatorList } from './ValidatorList.tsx'

/** Least width that shows the round beside the peers. */
const besideFrom = 110

/** Network: the round that runs, the validators with what they did lately, and the peers. */
export function NetworkScreen({ model }: { readonly model: NetworkModel }): ReactElement {
	useChanges()
	const { width, height } = useArea()
	const plain = usePlain()
	if (model.isAlone || model.reading === undefined) return <NoNetwork model={model} />
	const round = <RoundPanel model={model} />
	const peers = <PeerList model={model} />
	const validators = <ValidatorList model={model} />
	const above = roundRows + 2
	if (plain || width < besideFrom) {
		const below = Math.min(model.reading.peers.length + 2, Math.max(5, Math.floor((height - above) / 3)))
		return (
			<Stack
				parts={[
					{ key: 'round', rows: above, child: round },
					{ key: 'validators', rows: 'rest', child: validators },
					{ key: 'peers', rows: below, child: peers },
				]}
			/>
		)
	}
	return (
		<Split rows at={Math.max(above, Math.min(model.reading.peers.length + 3, Math.floor(height / 3)))}>
			<Split at={0.5}>
				{round}
				{peers}
			</Split>
			{validators}
		</Split>
	)
}

/** Shown while there is no network. */
function NoNetwork({ model }: { readonly model: NetworkModel }): ReactElement {
	const text = model.isAlone
		? 'This node makes its blocks alone. For a network of real engines this screen shows the validators with their votes and power, the current round, the proposer, who missed blocks, and the peers.'
		: model.problem === ''
			? 'Asking the node …'
			: `The node does not report its network: ${model.problem}`
	const how = model.isAlone
		? '\n\nRun one with `chain-tui testnet init --validators 4 --output net` and `chain-tui testnet start net`, then look at it with `chain-tui --node` and the rpc address it prints.'
		: ''
	return (
		<Panel title="Network">
			<Prose text={`${text}${how}`} />
		</Panel>
	)
}
