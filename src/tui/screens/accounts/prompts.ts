import type { ChainClient } from '../../../client/index.ts'
import { labelFault } from '../../../codec/address/labels.ts'
import { readClientPaths } from '../../../codec/legacy/clientPaths/readClientPaths.ts'
import { UserError } from '../../../errors/UserError.ts'
import { parseDuration } from '../../../util/parseDuration.ts'
import { readTextFile } from '../../app/userFiles.ts'
import { confirm } from '../../kit/overlays/Confirm.tsx'
import { showForm } from '../../kit/overlays/Form.tsx'
import { askLine } from '../../kit/overlays/LinePrompt.tsx'
import { grouped } from '../../kit/text/numbers.ts'
import { absolute } from '../../kit/text/times.ts'
import type { AccountsModel } from './AccountsModel.ts'

/** `/` in the list: filters while the user types. Enter opens a complete address, or the address of a name. */
export function askAddress(model: AccountsModel): void {
	const { app, list } = model
	const prefix = app.prefix
	const inList = !model.detailOpen
	const filter = (text: string): void => {
		if (inList) list.setFilter(text)
	}
	askLine(model.app, {
		title: 'Find address',
		prompt: inList ? '/' : 'address',
		initial: inList ? list.filter : '',
		placeholder: `${inList ? 'name, address, kind' : 'name'}; ${prefix}1… or 0x… opens it`,
		changed: filter,
		accepted: (text) => {
			const wanted = text.trim()
			const named = app.addressOf(wanted)
			const isAddress = wanted.startsWith(`${prefix}1`) || /^0x/i.test(wanted)
			if (named === undefined && inList && (!isAddress || list.shown.length > 1)) return filter(text)
			if (wanted === '') return
			filter('')
			if (named === undefined && !isAddress) app.toast('bad', `not an address: it starts with ${prefix}1 or 0x`)
			else model.show(named ?? wanted)
		},
		cancelled: () => filter(''),
		...(inList ? { remark: () => list.found, move: (delta: number) => list.move(delta) } : {}),
	})
}

/** Asks what to call the address. */
export function askLabel(model: AccountsModel): void {
	const { app, address } = model
	if (address === undefined) return
	const before = app.labels.all.get(address) ?? ''
	const taken = (): readonly string[] => [
		...app.state.keys.map(({ name }) => name),
		...app.names.values(),
		...[...app.labels.all].filter(([other]) => other !== address).map(([, label]) => label),
	]
	askLine(model.app, {
		title: `Label of ${app.shortName(address, 20)}`,
		prompt: 'label',
		initial: before,
		placeholder: 'a name for this address; empty removes the label',
		accepted: (text) => {
			const fault = text.trim() === '' ? undefined : labelFault(text, taken())
			if (fault !== undefined) return app.toast('bad', fault)
			app.labels.set(address, text)
		},
	})
}

/** Asks for a height, or a moment whose height is looked up; nothing is the live state again. */
export function askHeight(model: AccountsModel): void {
	const { app } = model
	askLine(model.app, {
		title: 'Older state',
		prompt: 'height or time',
		initial: String(model.atHeight ?? ''),
		placeholder: 'height, 2026-11-21T02:45:00Z, -2h; empty is the live state',
		accepted: (text) => {
			const wanted = text.trim()
			if (wanted === '') return model.goTo(undefined)
			if (/^[\d,]{1,12}$/.test(wanted)) return model.goTo(Number(wanted.replaceAll(',', '')))
			const time = momentOf(wanted, model.clock.now)
			if (time === undefined)
				return app.toast('bad', 'neither a height nor a time: write 120, -2h or 2026-11-21T02:45:00Z')
			app.attempt(async () => {
				const height = await heightAt(app.client!, Number(time) * 1_000, app.latestHeight)
				if (height === undefined) throw new UserError('The node keeps no block so old.', { next: 'Give a later time.' })
				model.goTo(height)
				app.toast('info', `block ${grouped(height)} was the last one then`)
			})
		},
	})
}

/** Asks for a moment to show the vesting at. */
export function askTime(model: AccountsModel): void {
	const { app, clock } = model
	askLine(model.app, {
		title: 'Vesting at another time',
		prompt: 'time',
		placeholder: '2027-01-01, +30d, -2h; empty is the chain’s time',
		accepted: (text) => {
			const wanted = text.trim()
			const time = momentOf(wanted, clock.now)
			if (wanted !== '' && time === undefined) app.toast('bad', 'not a time: write 2027-01-01, +30d or -2h')
			else clock.chosen = time
		},
	})
}

/** Asks for the REST server of another node. */
export function askRemote(model: AccountsModel): void {
	askLine(model.app, {
		title: 'Another node',
		prompt: 'REST address',
		initial: model.remote ?? '',
		placeholder: 'http://127.0.0.1:1317 of generation 8 or 9; empty is this node',
		accepted: (text) => {
			model.remote = text.trim() === '' ? undefined : text.trim()
			model.load()
		},
	})
}

/** Asks for a file with the paths a client reads. */
export function askClientPaths(model: AccountsModel): void {
	askLine(model.app, {
		title: 'Paths of a client',
		prompt: 'file',
		placeholder: 'a JSON list such as [".result.value.sequence"]',
		accepted: (text) => {
			if (text.trim() === '') return
			model.app.attempt(async () => {
				model.check.use(readClientPaths(await readTextFile(text.trim())))
				model.view = 'check'
				model.open()
			})
		},
	})
}

/** Asks for the JSON of an account, typed or in a file. */
export function askJson(model: AccountsModel): void {
	const { app } = model
	showForm(app, {
		title: 'Account from elsewhere',
		action: 'compare',
		intro: ['The reply of GET /auth/accounts/ADDRESS of another node, generation 8 or 9.'],
		fields: [
			{ id: 'json', label: 'JSON', kind: 'multiline', rows: 5, placeholder: 'paste it here' },
			{ id: 'file', label: 'or file', placeholder: 'path of a JSON file' },
		],
		submit: async ({ json = '', file = '' }, form) => {
			if (json.trim() === '' && file.trim() === '') {
				throw new UserError('There is nothing to compare yet.', { next: 'Paste JSON or name a file.' })
			}
			await model.pasteText(json.trim() === '' ? await readTextFile(file.trim()) : json)
			form.close()
		},
	})
}

/** Asks before the chain's clock is set to the slider's moment. */
export function confirmTravel(model: AccountsModel): void {
	const { app, clock } = model
	const { chosen } = clock
	const admin = app.client?.admin
	if (chosen === undefined || admin === undefined) return
	const iso = new Date(Number(chosen) * 1_000).toISOString()
	confirm(app, {
		title: 'Set the clock of the chain',
		text: [
			`From the next block on, the chain’s time is ${absolute(iso)}. It decides which coins of all accounts are released.`,
			'Block times never go back. A snapshot on the Node screen does.',
		],
		action: 'set the clock',
		run: async () => {
			await admin.setTime(iso, { freeze: false })
			clock.chosen = undefined
			app.toast('good', `the chain’s time is ${absolute(iso)} from the next block on`)
		},
	})
}

/** Seconds since the epoch of an ISO time or a distance from now. */
function momentOf(text: string, now: bigint): bigint | undefined {
	const [, sign = '', rest = ''] = /^([+-])(.*)$/.exec(text) ?? []
	if (sign !== '') {
		const ms = parseDuration(rest, 's')
		if (ms === undefined) return undefined
		const seconds = BigInt(Math.floor(ms / 1_000))
		return sign === '-' ? now - seconds : now + seconds
	}
	const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
	return Number.isNaN(time) ? undefined : BigInt(Math.floor(time / 1_000))
}

/**
 * The last height whose block is not later than a moment, found by halving; undefined when the node keeps no block so
 * old.
 * @param time Milliseconds since the epoch.
 * @param latest Height of the latest block.
 */
async function heightAt(client: ChainClient, time: number, latest: number): Promise<number | undefined> {
	let low = 1
	let high = latest
	let found: number | undefined
	while (low <= high) {
		const middle = Math.floor((low + high) / 2)
		const block = await client.block(middle)
		// Blocks that were pruned are older than those that are kept.
		if (block === undefined || Date.parse(block.time) <= time) {
			if (block !== undefined) found = middle
			low = middle + 1
		} else high = middle - 1
	}
	return found
}
