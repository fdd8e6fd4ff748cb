import { clockShift } from '../../app/format/clockShift.ts'
import { middle } from '../../kit/text/cells.ts'
import type { Detail } from '../../kit/text/detailRows.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { absolute } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { NodeModel } from './NodeModel.ts'

/**
 * State of the node.
 *
 * @param width Cells of the panel's inside.
 */
export function stateRows({ status }: NodeModel, theme: Theme, width: number): readonly Detail[] {
	if (status === undefined) return []
	const words = {
		live: 'live',
		starting: 'starting',
		paused: 'paused',
		syncing: 'catching up',
		unreachable: 'unreachable',
	}
	const why: readonly Detail[] = status.problem === '' ? [] : [['why', safeText(status.problem, 300)]]
	const paint = status.state === 'live' ? theme.good : status.state === 'unreachable' ? theme.bad : theme.warn
	const modes = {
		interval: `each ${(status.blockIntervalMs ?? 0) / 1_000} s`,
		instant: 'with each transaction',
		manual: 'only by hand',
	}
	const made: readonly Detail[] = status.blockMode === undefined ? [] : [['blocks', modes[status.blockMode]]]
	const shift = clockShift(status)
	const clock: readonly Detail[] = shift === undefined ? [] : [['clock', theme.warn(shift.words)]]
	return [
		['state', paint(`${words[status.state]}, ${status.kind}`)],
		...why,
		[
			'chain',
			`${safeText(status.chainId, 48)} ${theme.muted('·')} addresses ${safeText(status.settings.prefix, 20)}1… ${theme.muted('·')} ${safeText(status.settings.denom, 20)}`,
		],
		['height', `${grouped(status.height)}  ${theme.muted(absolute(status.time))}`],
		...clock,
		...made,
		['app hash', middle(status.appHash, Math.max(16, Math.min(64, width - 13)))],
		['mempool', `${grouped(status.mempoolSize)} waiting`],
		['peers', status.kind === 'embedded' ? 'none: this node runs the chain alone' : grouped(status.peers)],
		['minimum fee', `${safeText(status.minimumGasPrices, 60)} per gas`],
	]
}

/** Identity, software and peers of the node; empty until it reports them. */
export function aboutRows({ about }: NodeModel): readonly Detail[] {
	if (about === undefined) return []
	const text = (value: string): string => (value === '' ? '–' : safeText(value, 100))
	return [
		['name', text(about.moniker)],
		['id', text(about.id)],
		['engine', `Tendermint ${text(about.engineVersion)}, block protocol ${text(about.blockProtocol)}`],
		['application', `${text(about.appName)} ${text(about.appVersion)}`],
		...about.peers.map(
			(peer, index): Detail => [
				index === 0 ? 'peers' : '',
				`${peer.outbound ? '→' : '←'} ${text(peer.moniker)} ${text(peer.address)} · Tendermint ${text(peer.version)}`,
			],
		),
	]
}
