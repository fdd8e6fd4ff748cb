import { evmChainName } from '../../../client/index.ts'
import { parseDuration } from '../../../util/parseDuration.ts'
import { chartCommand } from '../../app/charts/MeasuredChart.tsx'
import { goToOwnChain } from '../../app/node/OwnChains.ts'
import { saveExport } from '../../app/userFiles.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { confirm } from '../../kit/overlays/Confirm.tsx'
import { type Form, showForm } from '../../kit/overlays/Form.tsx'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { NodeModel } from './NodeModel.ts'
import { snapshotCommands } from './snapshotCommands.ts'

/** Commands of the Node screen. */
export function nodeCommands(model: NodeModel): readonly CommandRecord[] {
	const { app, status } = model
	const needsAdmin = (): true | string => model.admin !== undefined || 'you do not control this node'
	const paused = status?.state === 'paused'
	return [
		{
			id: 'node.pause',
			keys: ['p'],
			title: paused ? 'resume' : 'pause',
			description: 'Pause or resume making blocks.',
			footer: 1,
			enabled: needsAdmin,
			run: () =>
				paused
					? model.act((admin) => admin.resume(), 'blocks are made again')
					: model.act((admin) => admin.pause(), 'paused: no blocks are made'),
		},
		{
			id: 'node.mine',
			keys: ['b'],
			title: 'make a block',
			description: 'Make one block now.',
			footer: 2,
			enabled: needsAdmin,
			run: () => model.act((admin) => admin.mine(1), 'one block made'),
		},
		{
			id: 'node.interval',
			keys: ['i'],
			title: 'block mode',
			description: 'Choose when blocks are made: at an interval, with each transaction, or only by hand.',
			footer: 3,
			enabled: needsAdmin,
			run: () => askBlockMode(model),
		},
		{
			id: 'node.time',
			keys: ['t'],
			title: 'time',
			description: 'Set, freeze or advance the clock of the chain, or let it run with the machine again.',
			footer: 4,
			enabled: needsAdmin,
			run: () => askTime(model),
		},
		chartCommand(app, 'node'),
		...snapshotCommands(model),
		{
			id: 'node.listener',
			keys: ['enter'],
			title: 'on/off',
			description: 'Switch the selected listener on or off.',
			footer: 7,
			enabled: () =>
				needsAdmin() === true ? model.selectedListener !== undefined || 'no listener is selected' : needsAdmin(),
			run: () => {
				const name = model.selectedListener
				if (name === undefined) return
				const on = app.state.status?.listeners[name] === undefined
				model.act((admin) => admin.setListener(name, on), `${name} is ${on ? 'on' : 'off'}`)
			},
		},
		{
			id: 'node.copy',
			keys: ['y'],
			title: 'copy address',
			description: 'Copy the address of the selected listener.',
			footer: 8,
			enabled: () =>
				(model.selectedListener !== undefined && status?.listeners[model.selectedListener] !== undefined) ||
				'the selected listener is off',
			run: () => {
				const name = model.selectedListener
				if (name !== undefined) app.copy(app.state.status?.listeners[name] ?? '', `${name} address`)
			},
		},
		{
			id: 'node.export',
			keys: ['E'],
			title: 'export genesis',
			description: 'Save the state as a genesis file.',
			enabled: needsAdmin,
			run: async () => {
				const { admin } = model
				if (admin === undefined) return
				const name = `genesis-${app.latestHeight}.json`
				saveExport(app, name, await admin.exportGenesis(), 'genesis', JSON.parse)
			},
		},
		{
			id: 'node.switch',
			keys: ['n'],
			title: 'other node',
			description: 'Go to the places the app can talk to: use another node, or go back to your own chain.',
			footer: 9,
			run: () => app.open('rpc'),
		},
		{
			id: 'node.contracts',
			keys: ['V'],
			title: 'chain with contracts',
			description:
				'Start a chain with an EVM beside this one, which goes on: for contracts, Ethereum wallets and tools.',
			enabled: () => app.client?.evm === undefined || 'this chain has contracts',
			run: () => goToOwnChain(app, evmChainName(app.prefix)),
		},
		{
			id: 'node.reset',
			keys: ['X'],
			title: 'reset',
			description: 'Delete the whole chain and start again at its genesis.',
			enabled: needsAdmin,
			run: () => confirmReset(model),
		},
	]
}

function askBlockMode(model: NodeModel): void {
	const { app, status } = model
	const form: Form = showForm(app, {
		title: 'Block mode',
		action: 'set',
		fields: [
			{
				id: 'mode',
				label: 'blocks',
				kind: 'choice',
				initial: status?.blockMode ?? 'interval',
				choices: [
					{ value: 'interval', label: 'at an interval' },
					{ value: 'instant', label: 'with each transaction' },
					{ value: 'manual', label: 'only by hand (b)' },
				],
			},
			{
				id: 'seconds',
				label: 'seconds',
				initial: String((status?.blockIntervalMs ?? 1_000) / 1_000),
				visible: () => form.field('mode')?.value === 'interval',
				validate: (value) => (intervalMs(value) === undefined ? 'a number of seconds from 0.01 to 86,400' : undefined),
				hint: () => 'between two blocks',
			},
		],
		submit: async ({ mode = 'interval', seconds = '1' }) => {
			const milliseconds = mode === 'interval' ? intervalMs(seconds) : undefined
			await model.admin?.setBlockMode(mode as 'interval' | 'instant' | 'manual', milliseconds)
			form.close()
			model.act(
				async () => {},
				milliseconds !== undefined
					? `a block each ${milliseconds / 1_000} s`
					: mode === 'instant'
						? 'a block with each transaction'
						: 'blocks only by hand',
			)
		},
	})
}

function intervalMs(text: string): number | undefined {
	const ms = parseDuration(text, 's')
	return ms !== undefined && ms >= 10 && ms <= 86_400_000 ? ms : undefined
}

function askTime(model: NodeModel): void {
	const { app } = model
	const form: Form = showForm(app, {
		title: 'Time of the chain',
		action: 'set',
		intro: [
			'The time of a block comes from this clock. Vesting and timeouts see it; the clock of your machine stays as it is.',
		],
		fields: [
			{
				id: 'how',
				label: 'do',
				kind: 'choice',
				choices: [
					{ value: 'advance', label: 'move it forward by' },
					{ value: 'set', label: 'set it to, and let it run' },
					{ value: 'freeze', label: 'set it to, and freeze it' },
					{ value: 'reset', label: "set it back to the machine's" },
				],
			},
			{
				id: 'by',
				label: 'by',
				placeholder: '90s, 5m, 2h, 30d',
				visible: () => form.field('how')?.value === 'advance',
				validate: (value) =>
					parseDuration(value, 's') === undefined ? 'a time such as 90s, 5m, 2h or 30d' : undefined,
			},
			{
				id: 'at',
				label: 'time',
				initial: app.state.status?.time ?? '',
				visible: () => ['set', 'freeze'].includes(form.field('how')?.value ?? ''),
				validate: (value) => (Number.isNaN(Date.parse(value)) ? 'a time such as 2027-01-01T00:00:00Z' : undefined),
				hint: (value) => (Number.isNaN(Date.parse(value)) ? '' : new Date(value).toUTCString()),
			},
		],
		submit: async ({ how = '', by = '', at = '' }) => {
			if (how === 'advance') await model.admin?.advanceTime((parseDuration(by, 's') ?? 0) / 1_000)
			else if (how === 'reset') await model.admin?.resetTime()
			else await model.admin?.setTime(new Date(at).toISOString(), { freeze: how === 'freeze' })
			form.close()
			model.act(
				async () => {},
				how === 'advance'
					? `the clock moved by ${by}`
					: how === 'reset'
						? "the clock is the machine's again"
						: `the clock is set${how === 'freeze' ? ' and frozen' : ''}`,
			)
		},
	})
}

function confirmReset(model: NodeModel): void {
	const { app } = model
	const chainId = safeText(app.state.status?.chainId ?? '', 60)
	const height = app.latestHeight
	confirm(app, {
		title: 'Reset the chain',
		text: [
			`Delete ${height === 1 ? 'the only block' : `all ${counted(height, 'block')}`} of ${chainId} and start again at its genesis?`,
			'Accounts, greetings and history will be gone. Your keys stay.',
		],
		typed: chainId,
		action: 'delete everything and start again',
		run: () =>
			model.act(async (admin) => {
				await admin.reset()
				await model.reread()
			}, 'the chain starts again'),
	})
}
