import { nodeUrl } from '../../app/format/nodeUrl.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { type AccountsModel, accountViews } from './AccountsModel.ts'
import { checkCommands } from './check/checkCommands.ts'
import { exportAccount } from './compared/exportAccount.ts'
import { askAddress, askHeight, askJson, askLabel, askRemote } from './prompts.ts'
import { reportCommands } from './report/reportCommands.ts'
import { vestingCommands } from './vesting/vestingCommands.ts'

/** Commands of the Accounts screen. */
export function accountCommands(model: AccountsModel): readonly CommandRecord[] {
	const { app, report } = model
	if (report !== undefined) return reportCommands(model, report)
	const needsAccount = (): true | string => model.selected !== undefined || 'no address is selected'
	const needsAddress = (): true | string => model.address !== undefined || 'no address is selected'
	const needsReading = (): true | string => model.current !== undefined || 'the account is not loaded yet'
	const ours = app.state.keys.some((key) => key.address === model.selected && key.kind !== 'acting')
	const isActed = app.state.status?.actAs?.includes(model.selected ?? '') === true
	const looked = app.preferences.get('addresses').includes(model.selected ?? '')
	const next = accountViews[(accountViews.indexOf(model.view) + 1) % accountViews.length]!
	const url = nodeUrl(app.state.status, 'account', model.address ?? '')
	return [
		{
			id: 'accounts.open',
			keys: ['enter', 'l'],
			title: 'inspect',
			description: 'Open the selected account in the inspector and move inside it.',
			...(model.detailOpen ? {} : { footer: 1 }),
			enabled: () => (model.detailOpen ? 'it is already open' : needsAccount()),
			run: () => model.open(),
		},
		{
			id: 'accounts.find',
			keys: ['/'],
			title: model.detailOpen ? 'find address' : 'filter',
			description:
				'Filter by name, label, address or kind while you type. Enter opens a complete address, and so does pasting one.',
			footer: model.detailOpen ? 9 : 2,
			run: () => askAddress(model),
		},
		{
			id: 'accounts.view',
			keys: ['v'],
			title: `${next} view`,
			description: 'Step through the views: aligned by meaning, raw JSON, paths only, check of old clients.',
			footer: 3,
			enabled: () => model.view === 'check' || needsAccount(),
			run: () => {
				model.view = next
				model.open()
			},
		},
		{
			id: 'accounts.side',
			keys: ['tab'],
			title: `generation ${model.front === 8 ? 9 : 8}`,
			description: 'Show the other generation if both do not fit side by side.',
			footer: 2,
			enabled: () =>
				(model.detailOpen && model.view === 'raw' && !model.bothShown) || 'both generations are on the screen',
			run: () => {
				model.front = model.front === 8 ? 9 : 8
			},
		},
		{
			id: 'accounts.differences',
			keys: ['d'],
			title: model.onlyDifferences ? 'all rows' : 'differences',
			description: 'Show only what differs between the generations, or everything.',
			enabled: needsAccount,
			run: () => {
				model.onlyDifferences = !model.onlyDifferences
				model.compared.edge('first')
			},
		},
		{
			id: 'accounts.height',
			keys: ['h'],
			title: model.atHeight === undefined ? 'older state' : 'other height',
			description: 'Show the account at an older height or time; an empty input returns to the live state.',
			footer: 10,
			enabled: () => (model.isPasted ? 'a pasted account has no other height' : needsAccount()),
			run: () => askHeight(model),
		},
		{
			id: 'accounts.transactions',
			keys: ['o'],
			title: 'transactions',
			description: 'List the transactions the account sent or received.',
			footer: 7,
			enabled: needsAddress,
			run: () => app.open('transactions', model.address),
		},
		{
			id: 'accounts.contract',
			keys: ['w'],
			title: 'contract',
			description: 'Open the contract of the account: its functions, events, storage and code.',
			...(model.current?.code === undefined ? {} : { footer: 4 }),
			enabled: () => {
				if (app.client?.evm === undefined) return 'this chain has no EVM'
				return model.current?.code !== undefined || 'the account has no contract'
			},
			run: () => app.open('contracts', model.address),
		},
		{
			id: 'accounts.copy-hex',
			keys: ['Y'],
			title: 'copy 0x',
			description: 'Copy the 0x form of the selected address.',
			enabled: () =>
				model.hexAddress !== undefined || (app.client?.evm === undefined ? 'this chain has no EVM' : needsAddress()),
			run: () => app.copy(model.hexAddress ?? '', '0x address'),
		},
		{
			id: 'accounts.paste',
			keys: ['p'],
			title: 'paste JSON',
			description:
				'Compare an account of another node: paste its JSON, or name a file. Pasting without p works as well.',
			footer: 11,
			run: () => askJson(model),
		},
		{
			id: 'accounts.remote',
			keys: ['u'],
			title: model.remote === undefined ? 'other node' : 'which node',
			description:
				'Read from the REST server of another node of either generation; an empty input returns to this node.',
			run: () => askRemote(model),
		},
		{
			id: 'accounts.sort',
			keys: ['s'],
			title: 'sort',
			description:
				'Sort the list by the next column, ascending and then descending; after the last one, restore the first order.',
			...(model.detailOpen ? {} : { footer: 4 }),
			enabled: () => !model.detailOpen || 'an account is open',
			run: () => model.list.nextSort(),
		},
		{
			id: 'accounts.label',
			keys: ['b'],
			title: 'label',
			description:
				'Label the selected address; the label appears wherever the address is shown, also on the command line.',
			footer: 12,
			enabled: () => (ours ? 'it is the address of one of your keys, which has a name' : needsAddress()),
			run: () => askLabel(model),
		},
		{
			id: 'accounts.generation8',
			keys: ['S'],
			title: app.state.status?.listeners.legacy8 === undefined ? 'serve gen 8' : 'stop gen 8',
			description: 'Switch the REST server of generation 8 on or off, to try a client of that generation.',
			enabled: () => app.client?.admin !== undefined || 'you do not control this node',
			run: () => toggleGeneration8(model),
		},
		{
			id: 'accounts.act-as',
			keys: ['I'],
			title: isActed ? 'stop acting' : 'act as',
			description: 'Send as the selected account without its signature, on your own chain. Again ends it.',
			footer: 13,
			enabled: () => {
				if (app.client?.admin === undefined) return 'you do not control this node'
				return app.state.status?.actAs === undefined ? 'this node lets nobody act as another account' : needsAddress()
			},
			run: () => toggleActAs(model, isActed),
		},
		{
			id: 'accounts.report',
			keys: ['m'],
			title: 'migration report',
			description: 'Report what a move to generation 9 means for old clients: all accounts x all known clients.',
			footer: 5,
			enabled: () => app.client !== undefined || 'there is no node',
			run: () => model.openReport(),
		},
		...vestingCommands(model),
		...checkCommands(model),
		{
			id: 'accounts.url',
			keys: ['U'],
			title: 'copy URL',
			description: 'Copy the URL of the account on the node.',
			enabled: () => url !== undefined || 'no address is selected, or the node has no REST listener',
			run: () => app.copy(url ?? '', 'URL'),
		},
		{
			id: 'accounts.copy',
			keys: ['y'],
			title: 'copy address',
			description: 'Copy the selected address.',
			footer: 14,
			enabled: needsAddress,
			run: () => app.copy(model.address ?? '', 'address'),
		},
		...([8, 9] as const).map(
			(generation): CommandRecord => ({
				id: `accounts.copy-${generation}`,
				keys: [generation === 8 ? 'L' : 'R'],
				title: `copy gen ${generation}`,
				description: `Copy the reply of generation ${generation}, exactly as it was received.`,
				enabled: () => sideText(model, generation) !== undefined || `there is no reply of generation ${generation}`,
				run: () => app.copy(sideText(model, generation) ?? '', `generation ${generation} JSON`),
			}),
		),
		...(['json', 'md'] as const).map(
			(format): CommandRecord => ({
				id: `accounts.export-${format}`,
				keys: [format === 'json' ? 'e' : 'E'],
				title: format === 'json' ? 'export JSON' : 'export Markdown',
				description: `Save both forms, the balances and every difference to a ${format === 'json' ? 'JSON' : 'Markdown'} file.`,
				enabled: needsReading,
				run: () => exportAccount(model, format),
			}),
		),
		{
			id: 'accounts.refresh',
			keys: ['r'],
			title: 'read again',
			description: 'Ask the node for the account again.',
			enabled: needsAccount,
			run: () => model.load(),
		},
		{
			id: 'accounts.forget',
			keys: ['x', 'delete'],
			title: 'forget',
			description: 'Remove a pasted account, or an address you looked up, from the list.',
			enabled: () => {
				if (model.isPasted || looked) return true
				if (needsAccount() !== true) return needsAccount()
				return ours ? 'it is the address of one of your keys' : 'the chain shows it, you did not look it up'
			},
			run: () => model.forget(),
		},
	]
}

function sideText(model: AccountsModel, generation: 8 | 9): string | undefined {
	return generation === 8 ? model.current?.side8.text : model.current?.side9.text
}

/** Makes the selected account the signer without its key, or ends that. */
async function toggleActAs({ app, address = '' }: AccountsModel, isActed: boolean): Promise<void> {
	await app.client?.admin?.actAs(isActed ? { remove: [address] } : { add: [address] })
	if (!isActed) app.preferences.set('key', address)
	const status = await app.client?.status()
	if (status !== undefined) app.set({ status })
	app.refreshIdentity()
	const who = app.nameOf(address)
	app.toast('good', isActed ? `${who} needs its signature again` : `you act as ${who}: no signature needed`)
}

/** Switches the REST server of generation 8 and shows its address. */
async function toggleGeneration8({ app }: AccountsModel): Promise<void> {
	const { client } = app
	const on = app.state.status?.listeners.legacy8 === undefined
	await client?.admin?.setListener('legacy8', on)
	const status = await client?.status()
	if (status !== undefined) app.set({ status })
	const where = status?.listeners.legacy8
	app.toast('good', on ? `generation 8 listens on ${where ?? 'its address'}` : 'generation 8 is off')
}
