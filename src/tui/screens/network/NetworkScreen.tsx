import type { ReactElement } from 'react'
import type { NetworkStatus } from '../../../client/index.ts'
import { defineScreen } from '../../app/defineScreen.ts'
import { ListPanel } from '../../app/list/ListScreen.tsx'
import { tabs } from '../../app/tabs.ts'
import { Details } from '../../kit/components/Details.tsx'
import { FirstAction } from '../../kit/components/FirstAction.tsx'
import { Split, Stack } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, useNow, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import { fitCells } from '../../kit/text/cells.ts'
import type { Detail } from '../../kit/text/detailRows.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { bar } from '../../kit/text/sparkline.ts'
import { duration } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import { NetworkModel, validatorColumns, validatorName } from './NetworkModel.ts'
import { networkCommands } from './networkCommands.ts'

/** What shows a network that was read. */
interface ReadParts {
	readonly model: NetworkModel
	readonly reading: NetworkStatus
}

/** Least width that shows the round beside the peers. */
const besideFrom = 110

/** Network: the round that runs, the validators with what they did lately, and the peers. */
export function NetworkScreen({ model }: { readonly model: NetworkModel }): ReactElement {
	useChanges()
	const { width, height } = useArea()
	const plain = usePlain()
	const { reading } = model
	if (model.isAlone || reading === undefined) return <NoNetwork model={model} />
	const round = <RoundPanel model={model} reading={reading} />
	const peers = <PeerList peers={reading.peers} />
	const validators = <ValidatorList model={model} reading={reading} />
	const above = roundRows + 2
	if (plain || width < besideFrom) {
		// Without peers there is a row that says so.
		const below = Math.min(Math.max(1, reading.peers.length) + 2, Math.max(5, Math.floor((height - above) / 3)))
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
		<Split rows at={Math.max(above, Math.min(reading.peers.length + 3, Math.floor(height / 3)))}>
			<Split at={0.5}>
				{round}
				{peers}
			</Split>
			{validators}
		</Split>
	)
}

/** The validators, with the meaning of their signs. */
function ValidatorList({ model, reading }: ReadParts): ReactElement {
	const blocks = reading.to === 0 ? [] : [`blocks ${grouped(reading.from)} to ${grouped(reading.to)}`]
	return (
		<ListPanel
			list={model.list}
			title={counted(model.validators.length, 'validator')}
			remarks={[...blocks, '● signed', '× missing', '○ no block']}
			place=""
			columns={validatorColumns(model)}
			empty={['', 'The node reports no validators.']}
			onOpen={() => model.app.open('blocks')}
		/>
	)
}

/** Shown while there is no network. */
function NoNetwork({ model }: { readonly model: NetworkModel }): ReactElement {
	if (model.isAlone) {
		return (
			<FirstAction
				title="Network"
				remark="this node makes its blocks alone"
				command={networkCommands(model).find(({ id }) => id === 'network.blocks')!}
				text={
					'Of a network of real engines this screen shows the validators with their votes and power, the current round, the proposer, who missed blocks, and the peers.\n\nA network on this machine: chain-tui testnet init --validators 4 --output-dir net, then chain-tui testnet start net, which prints the address to add.'
				}
			/>
		)
	}
	const text = model.problem === '' ? 'Asking the node …' : `The node does not report its network: ${model.problem}`
	return (
		<Panel title="Network">
			<Prose text={text} />
		</Panel>
	)
}

/** The nodes this node is connected to. */
function PeerList({ peers }: Pick<NetworkStatus, 'peers'>): ReactElement {
	return (
		<Panel title={counted(peers.length, 'peer')}>
			<PeerRows peers={peers} />
		</Panel>
	)
}

function PeerRows({ peers }: Pick<NetworkStatus, 'peers'>): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	if (peers.length === 0) return <Rows lines={[theme.warn('This node has no peers.')]} />
	const shown = peers.length > height ? peers.slice(0, Math.max(1, height - 1)) : peers
	const lines = shown.map(({ moniker, address, version, outbound, id }) => {
		const way = outbound ? '→ called' : '← calls '
		const name = fitCells(safeText(moniker === '' ? id.slice(0, 12) : moniker, 40), 16)
		const text = `${theme.muted(way)} ${name} ${safeText(address, 45)} ${theme.muted(`Tendermint ${safeText(version, 20)}`)}`
		return fitCells(text, width)
	})
	const more = peers.length > shown.length ? [theme.muted(`and ${peers.length - shown.length} more`)] : []
	return <Rows lines={[...lines, ...more]} />
}

/** Rows of the panel's inside. */
const roundRows = 6

/** More power than this decides. */
const enough = 2 / 3

/** The height that is being decided: its round, who proposes, and how much of the power has voted. */
function RoundPanel({ model, reading }: ReadParts): ReactElement {
	const theme = useTheme()
	const now = useNow()
	return (
		<Panel title="Round" remark={model.problem === '' ? '' : `no answer: ${safeText(model.problem, 60)}`}>
			<Details rows={rowsOf(model, reading, theme, now)} />
		</Panel>
	)
}

function rowsOf(
	{ app, validators }: NetworkModel,
	reading: NetworkStatus,
	theme: Theme,
	now: number,
): readonly Detail[] {
	const { height, round, step, since, proposer, prevotes, precommits } = reading
	const missing = validators.filter(({ commits }) => commits.at(-1) === 'absent')
	const waits = Math.max(0, Math.round((Math.max(now, app.clock()) - Date.parse(since)) / 1_000))
	const late = round > 0 || waits > 30
	const part = (share: number): string => {
		const paint = share > enough ? theme.good : theme.muted
		return `${paint(bar(share, 1, 20))} ${Math.round(share * 100)} % of the power${share > enough ? ', enough' : ''}`
	}
	const roundText = `round ${round}, ${step}${waits > 30 ? `, for ${duration(waits)}` : ''}`
	return [
		['deciding', `${theme.strong(grouped(height))}  ${late ? theme.warn(roundText) : theme.muted(roundText)}`],
		[
			'proposer',
			validatorName(
				validators.find(({ address }) => address === proposer),
				proposer,
			),
		],
		['prevotes', part(prevotes)],
		['precommits', part(precommits)],
		[
			'missing',
			missing.length === 0
				? theme.good('nobody')
				: theme.bad(missing.map((validator) => validatorName(validator, validator.address)).join(', ')),
		],
		['seen from', safeText(app.state.status?.listeners.rpc ?? '', 80)],
	]
}

/** The network that the node is part of. */
export const networkScreen = defineScreen({
	...tabs.network,
	model: (app) => new NetworkModel(app),
	commands: networkCommands,
	Screen: NetworkScreen,
})
