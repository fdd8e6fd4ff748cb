import { toBase64 } from '../../../util/bytes.ts'
import { nodeUrl } from '../../app/format/nodeUrl.ts'
import { listCommands } from '../../app/list/listCommands.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { LinePrompt } from '../../kit/overlays/LinePrompt.tsx'
import type { TransactionsModel } from './TransactionsModel.ts'

/** Commands of the Transactions screen. */
export function transactionCommands(model: TransactionsModel): readonly CommandRecord[] {
	const { app } = model
	const isOpen = model.stack.top !== undefined
	const needsTx = (): true | string => model.tx !== undefined || 'no transaction is selected'
	const onlyFailed = model.query === 'is:failed'
	const url = nodeUrl(app.state.status, 'tx', model.tx?.hash ?? '')
	return [
		{
			id: 'transactions.search',
			keys: ['/'],
			title: 'search',
			description: 'Search while you type: words, `by:name`, `is:failed`; or open a height, a hash, an address.',
			footer: 1,
			run: () => askSearch(model),
		},
		{
			id: 'transactions.failed',
			keys: ['F'],
			title: onlyFailed ? 'all' : 'failed only',
			description: 'List only the transactions that failed, or all again.',
			...(isOpen ? {} : { footer: 5 }),
			run: () => model.find(onlyFailed ? '' : 'is:failed'),
		},
		...listCommands(model, {
			id: 'transactions',
			open: {
				description: 'Open the selected transaction: messages, where its gas went, signatures, events.',
				...(isOpen ? {} : { footer: 0 }),
				enabled: () => (isOpen ? 'it is already open' : needsTx()),
				run: () => model.openSelected(),
			},
			follow: {
				...(isOpen ? {} : { footer: 6 }),
				enabled: () => !isOpen || 'a transaction is open: Esc closes it',
			},
		}),
		{
			id: 'transactions.older',
			keys: ['-', ','],
			title: 'older',
			description: 'Open the next transaction of the list.',
			enabled: () => model.isFromList || 'no transaction of the list is open',
			run: () => model.step(1),
		},
		{
			id: 'transactions.newer',
			keys: ['+', '.'],
			title: 'newer',
			description: 'Open the previous transaction of the list.',
			enabled: () => model.isFromList || 'no transaction of the list is open',
			run: () => model.step(-1),
		},
		{
			id: 'transactions.raw',
			keys: ['x'],
			title: model.raw ? 'decoded' : 'raw bytes',
			description: 'Show the opened transaction as raw bytes, or decoded.',
			...(isOpen ? { footer: 0 } : {}),
			enabled: () => isOpen || 'no transaction is open',
			run: () => {
				model.raw = !model.raw
				model.sections.edge('first')
			},
		},
		{
			id: 'transactions.fold',
			keys: ['z'],
			title: 'fold',
			description: 'Fold or open the marked section of the transaction.',
			...(isOpen ? { footer: 2 } : {}),
			enabled: () => isOpen || 'no transaction is open',
			run: () => model.sections.toggle(),
		},
		{
			id: 'transactions.fold-all',
			keys: ['Z'],
			title: 'fold all',
			description: 'Fold all parts of the opened transaction, or open them.',
			enabled: () => isOpen || 'no transaction is open',
			run: () => model.sections.toggleAll(),
		},
		{
			id: 'transactions.next-part',
			keys: ['n'],
			title: 'next part',
			description: 'Go to the next heading of the opened transaction.',
			enabled: () => isOpen || 'no transaction is open',
			run: () => model.sections.step(1),
		},
		{
			id: 'transactions.previous-part',
			keys: ['N'],
			title: 'previous part',
			description: 'Go to the previous heading.',
			enabled: () => isOpen || 'no transaction is open',
			run: () => model.sections.step(-1),
		},
		{
			id: 'transactions.block',
			keys: ['b'],
			title: 'its block',
			description: 'Open the block of the transaction.',
			footer: 3,
			enabled: needsTx,
			run: () => {
				if (model.tx !== undefined) app.open('blocks', String(model.tx.height))
			},
		},
		{
			id: 'transactions.signer',
			keys: ['o'],
			title: 'signer',
			description: 'Open the account of the signer.',
			footer: 4,
			enabled: () => model.tx?.signers[0] !== undefined || 'no transaction with a known signer is selected',
			run: () => app.open('accounts', model.tx?.signers[0]),
		},
		{
			id: 'transactions.copy',
			keys: ['y'],
			title: 'copy hash',
			description: 'Copy the hash of the transaction.',
			footer: 7,
			enabled: needsTx,
			run: () => app.copy(model.tx?.hash ?? '', 'hash'),
		},
		{
			id: 'transactions.url',
			keys: ['U'],
			title: 'copy URL',
			description: 'Copy the URL of the transaction on the node.',
			enabled: () => url !== undefined || 'no transaction is selected, or the node has no listener',
			run: () => app.copy(url ?? '', 'URL'),
		},
		{
			id: 'transactions.copy-raw',
			keys: ['Y'],
			title: 'copy raw tx',
			description: 'Copy the raw bytes of the transaction as base64.',
			enabled: needsTx,
			run: () => model.withDetail((tx) => app.copy(toBase64(tx.raw), 'transaction')),
		},
		{
			id: 'transactions.copy-json',
			keys: ['J'],
			title: 'copy JSON',
			description: 'Copy the decoded transaction as JSON.',
			enabled: needsTx,
			run: () => model.withDetail((tx) => app.copy(JSON.stringify(tx.json, null, 2), 'JSON')),
		},
	]
}

/** `/`: one line for words, which filter while the user types, and for what Enter opens. */
function askSearch(model: TransactionsModel): void {
	const before = model.query
	const prompt = new LinePrompt(model.app, {
		title: 'Search',
		prompt: '/',
		initial: before,
		placeholder: 'words · by:name · is:failed · height, hash or address',
		changed: (text) => model.typed(text),
		accepted: (text) => model.find(text),
		cancelled: () => model.find(''),
		remark: () => model.remark(prompt.buffer.text),
		move: (delta) => model.movable().move(delta),
	})
	model.app.show(prompt)
}
