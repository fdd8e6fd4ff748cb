import {
	evmChainName,
	isOwn,
	isSameChain,
	ownChainFault,
	ownUrl,
	type Place,
	placeBeat,
	placeNameFault,
} from '../../../client/index.ts'
import { evmChainIdOf } from '../../../codec/ChainSettings.ts'
import { listCommands } from '../../app/list/listCommands.ts'
import { shownName } from '../../app/names/shownName.ts'
import { goToOwnChain } from '../../app/node/OwnChains.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { confirm } from '../../kit/overlays/Confirm.tsx'
import { Form } from '../../kit/overlays/Form.tsx'
import { showNotice } from '../../kit/overlays/Notice.tsx'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { placeForm } from './placeForm.ts'
import { ownName, type PlaceRow, type RpcModel } from './RpcModel.ts'

/** Commands of the RPC screen. */
export function rpcCommands(model: RpcModel): readonly CommandRecord[] {
	const { app, list } = model
	const { selected } = list
	/** What is done with the selected place, and whether it can be. */
	const on = (can: (row: PlaceRow) => true | string, run: (row: PlaceRow) => void) => ({
		enabled: () => (selected === undefined ? 'nothing is selected' : can(selected)),
		run: () => {
			if (selected !== undefined) run(selected)
		},
	})
	const isSaved = ({ url }: PlaceRow): true | string => url !== '' || 'the own chain is always here'
	return [
		{
			id: 'rpc.use',
			keys: ['enter'],
			title: 'use',
			description: 'Use the selected place on every screen. The own chain runs on.',
			footer: 1,
			...on(
				({ url }) =>
					url !== model.used ||
					app.state.phase === 'failed' ||
					app.state.status?.state === 'unreachable' ||
					'it is in use',
				(row) => use(model, row),
			),
		},
		{
			id: 'rpc.add',
			keys: ['a', 'n'],
			title: 'add',
			description: 'Save another node, or another provider’s private endpoint, by its address.',
			footer: 2,
			run: () => placeForm(model),
		},
		{
			id: 'rpc.test',
			keys: ['t'],
			title: 'test',
			description: 'Ask the selected place in every protocol: what works, how fast, which heights it keeps.',
			footer: 3,
			...on(
				(row) => {
					if (model.addressOf(row) !== '') return true
					if (model.isAsleep(row)) return 'it does not run'
					return model.isStarting(row) ? 'it starts' : 'its JSON-RPC listener is off: Node switches it on'
				},
				(row) => model.withKey([row], () => model.test(row)),
			),
		},
		{
			id: 'rpc.edit',
			keys: ['e'],
			title: 'edit',
			description: 'Change name or address of the selected place.',
			footer: 4,
			...on(isSaved, (place) => {
				if (isOwn(place.url)) app.show(nameForm(model, place))
				else placeForm(model, place)
			}),
		},
		{
			id: 'rpc.compare',
			keys: ['c'],
			title:
				model.compared === undefined || model.compared === selected?.name
					? 'compare'
					: `compare with ${model.compared}`,
			description:
				'Compare two places: the same chain, the same app hash, who is behind. Press it on one, then on the other.',
			footer: 5,
			...on(
				() => true,
				(row) => compare(model, row),
			),
		},
		{
			id: 'rpc.stand-by',
			keys: ['m'],
			title: selected?.standBy === true ? 'no stand-by' : 'stand-by',
			description: 'Reads go to the stand-by when the place in use fails.',
			footer: 6,
			...on(
				({ url }) => !isOwn(url) || 'an own chain needs none',
				(row) => model.toggleStandBy(row),
			),
		},
		{
			id: 'rpc.remove',
			keys: ['d', 'delete'],
			title: 'remove',
			description: 'Take the selected place from the list; it can be undone for ten seconds.',
			footer: 7,
			...on(
				(row) => {
					if (row.url === model.used) return 'it is in use: use another place first'
					if (model.isStarting(row)) return 'it starts'
					return app.state.own.has(row.url) ? `it runs: ${app.keyFor('rpc.stop')} stops it first` : isSaved(row)
				},
				(row) => remove(model, row),
			),
		},
		{
			id: 'rpc.begin',
			keys: ['N'],
			title: 'new chain',
			description: 'Start another chain of your own beside the present one, with an EVM or without.',
			run: () => app.show(chainForm(model)),
		},
		{
			id: 'rpc.stop',
			keys: ['x'],
			title: 'stop',
			description: 'Stop an own chain that runs beside the place in use. Its blocks stay in its folder.',
			footer: 8,
			hidden: selected === undefined || !isOwn(selected.url),
			...on(
				({ url }) => {
					if (url === model.used) return 'it is in use: use another place first'
					return app.state.own.get(url) !== undefined || 'only an own chain that runs'
				},
				(row) => stop(model, row),
			),
		},
		{
			id: 'rpc.own',
			keys: ['o'],
			title: 'own chain',
			description: 'Go back to the own chain, the node the program was started with.',
			enabled: () => model.used !== '' || 'it is in use',
			run: () => app.switchNode(''),
		},
		{
			id: 'rpc.copy',
			keys: ['y'],
			title: 'copy address',
			description: 'Copy the address of the selected place.',
			...on(
				(row) => model.addressOf(row) !== '' || 'it has no address',
				(row) => app.copy(model.addressOf(row), 'address'),
			),
		},
		...listCommands(model, { id: 'rpc', filter: {} }),
	]
}

/** Uses a place. One that does not answer, or that is on another chain than it was, is told before. */
function use(model: RpcModel, row: PlaceRow): void {
	const { app } = model
	model.testing = false
	if (isOwn(row.url)) {
		app.switchNode(row.url)
		return
	}
	const change = (): void => app.switchNode(row.url)
	const ask = async (): Promise<void> => {
		app.toast('busy', `asking ${row.name} …`)
		const beat = await placeBeat(row.url, { key: await model.keyOf(row) })
		app.set({ toast: undefined })
		const warning = warningOf(model, row, beat)
		if (warning === undefined) {
			change()
			return
		}
		confirm(app, {
			title: `Use ${shownName(row.name)}?`,
			text: warning.map((line) => safeText(line, 300)),
			action: 'use it all the same',
			run: () => {
				// Who uses a place that does not answer knows nothing of its chain.
				if (typeof beat !== 'string') model.agreed.add(row.url)
				change()
			},
		})
	}
	model.withKey([row], () => app.attempt(ask))
}

/** What speaks against using a place. That it is on another chain than the one in use is told once of each. */
function warningOf(
	{ app, agreed }: RpcModel,
	row: PlaceRow,
	beat: Awaited<ReturnType<typeof placeBeat>>,
): readonly string[] | undefined {
	if (typeof beat === 'string') {
		return [
			`${row.name} does not answer: ${beat}.`,
			'After Esc, e changes its address, and t tests it in every protocol.',
		]
	}
	const chainId = app.state.status?.chainId ?? ''
	if (row.chainId !== '' && !isSameChain(beat.chainId, row.chainId)) {
		return [
			`${row.name} is on the chain ${beat.chainId}; when you saved it, it was on ${row.chainId}.`,
			'Addresses and coins of the two are not the same.',
		]
	}
	if (chainId !== '' && !agreed.has(row.url) && !isSameChain(beat.chainId, chainId)) {
		return [
			`${row.name} is on another chain: ${beat.chainId}, and you use ${chainId}.`,
			'Accounts, coins and greetings there are others. Your keys sign there too.',
		]
	}
	return undefined
}

/** Asks for another name of an own chain, whose id stays. */
function nameForm(model: RpcModel, place: Place): Form {
	const others = model.places.filter(({ name }) => name !== place.name)
	return new Form(model.app, {
		title: `Rename ${shownName(place.name)}`,
		action: 'save',
		fields: [
			{
				id: 'name',
				label: 'name',
				kind: 'text',
				initial: place.name,
				validate: (value) => placeNameFault(value, others),
			},
		],
		submit: ({ name = '' }, form) => {
			model.save(model.places.map((other) => (other.name === place.name ? { ...place, name: name.trim() } : other)))
			form.close()
		},
	})
}

/** Asks for the id of another own chain. */
function chainForm({ app, places }: RpcModel): Form {
	const taken = (chainId: string): boolean => places.some(({ url }) => url === ownUrl(chainId.trim()))
	return new Form(app, {
		title: 'Start another chain',
		action: 'start',
		intro: ['It has a folder of its own in your home, your keys, and ports that are free. The chains that run go on.'],
		fields: [
			{
				id: 'chainId',
				label: 'chain id',
				kind: 'text',
				initial: evmChainName(app.prefix),
				validate: (value) => ownChainFault(value) ?? (taken(value) ? 'it is in the list' : undefined),
				hint: (value) => {
					const number = evmChainIdOf(value.trim())
					return number === undefined
						? 'without an EVM; an id such as chain_2222-1 has one'
						: `with an EVM of number ${number}`
				},
			},
		],
		submit: ({ chainId = '' }, form) => {
			form.close()
			goToOwnChain(app, chainId.trim())
		},
	})
}

/** Asks whether to stop an own chain, because others may read it. */
function stop({ app }: RpcModel, { url, name }: PlaceRow): void {
	const chainId = shownName(app.state.own.get(url)?.chainId ?? name)
	confirm(app, {
		title: `Stop ${chainId}?`,
		text: ['Nothing answers at its addresses then. Its blocks stay in its folder, and Enter starts it again.'],
		action: 'stop it',
		run: () =>
			app.attempt(async () => {
				app.toast('busy', `stopping ${chainId} …`)
				await app.stopOwnChain(url)
				app.toast('good', `${chainId} is stopped`)
			}),
	})
}

function remove(model: RpcModel, { name, url, keyed }: PlaceRow): void {
	const { app } = model
	const before = model.places
	model.save(before.filter((place) => place.name !== name))
	app.toast('info', isOwn(url) ? `${name} is removed; its blocks stay in its folder` : `${name} is removed`, {
		run: () => {
			model.save(before)
			model.list.select(name)
			app.toast('good', `${name} is saved again`)
		},
		// Its key goes when it cannot be undone any more, unless the address is saved again.
		expired: () => {
			const keys = app.client?.keys
			if (!keyed || keys === undefined || keys.isLocked() || model.places.some((place) => place.url === url)) return
			app.attempt(() => keys.setApiKey(url, undefined))
		},
	})
}

/** Remembers the selected place; with one remembered compares the two. */
function compare(model: RpcModel, selected: PlaceRow): void {
	const { app, list } = model
	const first = list.all.find(({ name }) => name === model.compared)
	if (first === undefined || first === selected) {
		model.compared = first === undefined ? selected.name : undefined
		return
	}
	model.compared = undefined
	const run = async (): Promise<void> => {
		app.toast('busy', `comparing ${first.name} and ${selected.name} …`)
		const { sameChain, height, appHashes, ahead } = await model.compare(first, selected)
		const [one, two] = [first, selected].map(({ name }) => (name === ownName ? 'the own chain' : shownName(name)))
		const [hash, other] = appHashes.map((text) => safeText(text, 80))
		const known = hash !== '' && other !== ''
		app.toast('good', 'compared')
		showNotice(app, {
			title: 'Compared',
			page: true,
			lines: ({ theme }) => [
				sameChain ? theme.good('✓ the same chain') : theme.bad('✗ two different chains'),
				...(sameChain && known
					? hash === other
						? [theme.good(`✓ the same app hash at block ${grouped(height)}`), theme.muted(`  ${hash}`)]
						: [
								theme.bad(`✗ two app hashes at block ${grouped(height)}: one of them is wrong`),
								`  ${hash}`,
								`  ${other}`,
							]
					: []),
				...(sameChain
					? [
							ahead === 0
								? `● both are at block ${grouped(height)}`
								: `● ${ahead > 0 ? two : one} is ${counted(Math.abs(ahead), 'block')} behind ${ahead > 0 ? one : two}`,
						]
					: []),
			],
		})
	}
	model.withKey([first, selected], () => app.attempt(run))
}
