import { beforeEach, expect, it } from 'vitest'
import type { NetworkStatus } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { NetworkModel } from '../../../../src/tui/screens/network/NetworkModel.ts'
import { NetworkScreen } from '../../../../src/tui/screens/network/NetworkScreen.tsx'
import { ChainDouble } from '../../support/chainDouble.ts'
import { kitApp } from '../../support/kitApp.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { networkOfFour } from '../../support/networkOfFour.ts'
import { placesApp } from '../../support/placesApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

let app: TuiApp
let model: NetworkModel
/** What the clocks of the frame and of the app say. */
let frameTime: number
let appTime: number

const since = Date.parse(networkOfFour.since)

beforeEach(async () => {
	app = placesApp({})
	model = app.screens.find(({ id }) => id === 'network')!.model as NetworkModel
	app.client = new ChainDouble({ remote: true })
	app.set({ status: await app.client.status(), phase: 'ready', screen: 'network' })
	frameTime = since
	appTime = since
	Object.assign(app, { clock: () => appTime })
})

/** The rows of the screen without frames and runs of blanks, coloured ones with the names of their colours. */
function rows(reading: Partial<NetworkStatus> | undefined, height = 30): readonly string[] {
	model.reading = reading && { ...networkOfFour, ...reading }
	const part = renderPart(<NetworkScreen model={model} />, {
		...{ width: 100, height, app: kitApp({ theme: namedTheme, now: frameTime }) },
	})
	const frame = named(part.frame())
	part.unmount()
	return frame
		.split('\n')
		.map((row) =>
			row
				.replaceAll(/‹border:[│╰╯─╭╮ ]*›|[│╰╯─╭╮]/g, ' ')
				.replaceAll(/ {2,}/g, ' ')
				.trim(),
		)
		.filter((row) => row !== '')
}
const rowOf = (label: string, reading: Partial<NetworkStatus>): string | undefined =>
	rows(reading).find((row) => row.includes(`${label}`))

it('the round of a network is late from its second on, or after thirty seconds, and then tells for how long', () => {
	const deciding = (round: number, seconds: number, ahead = 0): string | undefined => {
		appTime = since + seconds * 1_000
		frameTime = since + ahead * 1_000
		return rowOf('deciding', { round })
	}
	expect([deciding(0, 30.4), deciding(1, 0), deciding(0, 30.5), deciding(0, 0, 120), deciding(0, -5)]).toEqual([
		'‹muted:deciding ›‹strong:1,205› ‹muted:round 0, precommit›',
		'‹muted:deciding ›‹strong:1,205› ‹warn:round 1, precommit›',
		'‹muted:deciding ›‹strong:1,205› ‹warn:round 0, precommit, for 31s›',
		'‹muted:deciding ›‹strong:1,205› ‹warn:round 0, precommit, for 2m›',
		'‹muted:deciding ›‹strong:1,205› ‹muted:round 0, precommit›',
	])
})

it('the votes of a network are enough above two thirds of its power', () => {
	expect([rowOf('prevotes', { prevotes: 2 / 3 }), rowOf('precommits', { precommits: 0.671 })]).toEqual([
		`‹muted:prevotes ›‹muted:${'█'.repeat(13)}${'░'.repeat(7)}› 67 % of the power`,
		`‹muted:precommits ›‹good:${'█'.repeat(13)}${'░'.repeat(7)}› 67 % of the power, enough`,
	])
})

it('a network names who proposes, and all who were missing from its last block', () => {
	const { validators } = networkOfFour
	expect([rowOf('missing', {}), rowOf('proposer', {})]).toEqual([
		'‹muted:missing ›‹bad:node1›',
		'‹muted:proposer ›node2',
	])
	const none = { ...validators[0]!, name: '', commits: ['signed', 'absent'] as const }
	expect(rowOf('missing', { validators: [validators[1]!, none] })).toBe('‹muted:missing ›‹bad:node1, 6E6F646…2E2E2E›')
	expect(rowOf('missing', { validators: [validators[0]!, validators[2]!] })).toBe('‹muted:missing ›‹good:nobody›')
	expect(rowOf('proposer', { proposer: 'AB'.repeat(20) })).toBe('‹muted:proposer ›ABABABA…ABABAB')
})

it('a network tells from where it is seen, and that it does not answer any more', () => {
	const rpc = 'r'.repeat(81)
	app.set({ status: { ...app.state.status!, listeners: { rpc } } })
	model.problem = 'p'.repeat(61)
	expect(rowOf('seen from', {})).toBe(`‹muted:seen from ›${'r'.repeat(80)}…`)
	expect(rows({})[0]).toContain(`no answer: ${'p'.repeat(60)}…`)
	app.set({ status: { ...app.state.status!, listeners: {} } })
	model.problem = ''
	expect([rowOf('seen from', {}), rows({})[0]]).toEqual(['‹muted:seen from ›', '‹strong:Round›'])
})

it('the blocks of a network are told beside its validators once it has one', () => {
	expect(rowOf('validators', {})).toContain('blocks 1,201 to 1,204 · ● signed')
	expect(rowOf('validators', { from: 0, to: 0 })).not.toContain('blocks')
	expect(rows({ validators: [] }).join('\n')).toContain('The node reports no validators.')
})

it('the peers of a network have their way, name, address and version, and are counted where they do not fit', () => {
	const peers = Array.from({ length: 9 }, (_, index) => ({
		id: `${index}`.repeat(40),
		moniker: index === 0 ? '' : `peer ${index}`,
		version: index === 0 ? 'v'.repeat(21) : '0.34.34',
		address: index === 1 ? 'a'.repeat(46) : `127.0.0.${index}`,
		outbound: index % 2 === 1,
	}))
	const shown = (count: number, height = 30): readonly string[] => {
		const all = rows({ peers: peers.slice(0, count) }, height)
		return all.slice(all.findIndex((row) => / peers?›/.test(row)))
	}
	expect(shown(0)).toEqual(['‹strong:0 peers›', '‹warn:This node has no peers.›'])
	expect(shown(2)).toEqual([
		'‹strong:2 peers›',
		'‹muted:← calls › 000000000000 127.0.0.0 ‹muted:Tendermint vvvvvvvvvvvvvvvvvvvv…›',
		`‹muted:→ called› peer 1 ${'a'.repeat(45)}… ‹muted:Tendermint 0.34.34›`,
	])
	expect(shown(3, 16).slice(3)).toEqual(['‹muted:← calls › peer 2 127.0.0.2 ‹muted:Tendermint 0.34.34›'])
	expect(shown(4, 16).slice(3)).toEqual(['‹muted:and 2 more›'])
})

it('a network that was not read yet says that the node is asked, or why it does not tell', () => {
	expect(rows(undefined)).toEqual(['‹strong:Network›', 'Asking the node …'])
	model.problem = 'there is none'
	expect(rows(undefined)[1]).toBe('The node does not report its network: there is none')
	app.set({ status: { ...app.state.status!, kind: 'embedded' } })
	expect(rows({}).join(' ')).toContain('this node makes its blocks alone')
})
