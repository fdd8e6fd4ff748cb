import type { Command } from '../../kit/keymap/Command.ts'
import { askFilter } from '../../kit/overlays/askFilter.ts'
import { confirm } from '../../kit/overlays/Confirm.tsx'
import { Form } from '../../kit/overlays/Form.tsx'
import { safeText } from '../../kit/text/safeText.ts'
import { addAbi } from './addAbi.ts'
import type { ContractsModel } from './ContractsModel.ts'
import { callFunction } from './callFunction.ts'
import { deployContract } from './deployContract.ts'
import { traceTransaction } from './traceTransaction.ts'

/** Commands of the Contracts screen. */
export function contractsCommands(model: ContractsModel): readonly Command[] {
	const { app, page, list } = model
	const group = 'Contracts'
	const hasEvm = (): true | string => model.evm !== undefined || 'this chain has no EVM'
	const selected = page?.place ?? list.selected
	const needsOne = (): true | string =>
		model.evm === undefined ? hasEvm() : selected !== undefined || 'no contract is known yet'
	const onPage = (): true | string => page !== undefined || 'open a contract first'
	const row = page?.functions.selected
	return [
		{
			id: 'contracts.open',
			keys: ['enter'],
			title: page === undefined ? 'open' : row?.isRead === true ? 'read' : 'send',
			description: 'Open the selected contract; in it, call the selected function: read it, or send a transaction.',
			group,
			footer: 1,
			enabled: () => {
				if (page === undefined) return needsOne()
				if (row !== undefined) return true
				return page.functions.all.length === 0 ? 'no ABI is known for this contract' : 'no function is selected'
			},
			run: () => {
				if (page === undefined) model.open()
				else if (row !== undefined) callFunction(model, page, row)
			},
		},
		{
			id: 'contracts.deploy',
			keys: ['d', 'n'],
			title: 'deploy',
			description: 'Deploy a contract from compiler output: hardhat, foundry, truffle, solc.',
			group,
			...(page === undefined ? { footer: 2 } : {}),
			enabled: hasEvm,
			run: () => deployContract(model),
		},
		{
			id: 'contracts.add',
			keys: ['a'],
			title: 'add ABI',
			description: 'Add the ABI of a deployed contract, to decode its calls and events.',
			group,
			...(page === undefined ? { footer: 3 } : {}),
			enabled: hasEvm,
			run: () => addAbi(model),
		},
		{
			id: 'contracts.facts',
			keys: ['v'],
			title: page?.inFacts === true ? 'functions' : 'events & facts',
			description: 'Move between the functions of a contract and its events, slots and code.',
			group,
			...(page === undefined ? {} : { footer: 2 }),
			enabled: onPage,
			run: () => {
				if (page !== undefined) page.inFacts = !page.inFacts
				app.touch()
			},
		},
		{
			id: 'contracts.fold',
			keys: ['z'],
			title: 'fold',
			description: 'Fold or open the section of the events, slots or code.',
			group,
			enabled: onPage,
			run: () => {
				page?.sections.toggle()
				app.touch()
			},
		},
		{
			id: 'contracts.section',
			keys: [']'],
			title: 'next section',
			description: 'Go to the next section: events, storage, code.',
			group,
			enabled: onPage,
			run: () => {
				if (page !== undefined) {
					page.inFacts = true
					page.sections.step(1)
				}
				app.touch()
			},
		},
		{
			id: 'contracts.slot',
			keys: ['s'],
			title: 'read slot',
			description: 'Read a 32-byte slot of the contract’s storage and keep it on the page.',
			group,
			...(page === undefined ? {} : { footer: 4 }),
			enabled: onPage,
			run: () => {
				if (page !== undefined) app.show(slotForm(model))
			},
		},
		{
			id: 'contracts.trace',
			keys: ['t'],
			title: 'trace',
			description: 'Show the calls a transaction made as a tree, with the gas of each.',
			group,
			footer: 5,
			enabled: hasEvm,
			run: () => traceTransaction(model),
		},
		{
			id: 'contracts.copy',
			keys: ['y'],
			title: 'copy address',
			description: 'Copy the 0x address of the contract.',
			group,
			footer: 6,
			enabled: needsOne,
			run: () => {
				const address = selected?.address
				if (address !== undefined) app.copy(model.accounts.get(address)?.address ?? address, 'address')
			},
		},
		{
			id: 'contracts.account',
			keys: ['o'],
			title: 'account',
			description: 'Open the account of the contract.',
			group,
			enabled: () => (selected?.address === undefined ? 'it is not deployed yet' : true),
			run: () => {
				const account = model.accounts.get(selected?.address ?? '') ?? page?.account
				if (account !== undefined) app.open('accounts', account.bech32)
			},
		},
		{
			id: 'contracts.filter',
			keys: ['/'],
			title: 'filter',
			description: 'Show only contracts, or functions of the opened one, with these words.',
			group,
			enabled: hasEvm,
			run: () =>
				askFilter(app, page?.functions ?? list, page === undefined ? 'a name or address' : 'a function, read, write'),
		},
		{
			id: 'contracts.forget',
			keys: ['x', 'delete'],
			title: 'forget',
			description: 'Remove the contract with its ABI and address from this list. It stays on the chain.',
			group,
			enabled: needsOne,
			run: () => {
				if (selected === undefined) return
				confirm(app, {
					title: `Forget ${safeText(selected.name, 40)}`,
					text: ['Its ABI and address are removed here. Nothing changes on the chain.'],
					action: 'forget',
					run: async () => {
						model.page = undefined
						model.needEvm.abis.remove(selected.name, selected.address)
						app.touch()
					},
				})
			},
		},
	]
}

function slotForm(model: ContractsModel): Form {
	return new Form(model.app, {
		title: 'Read storage',
		action: 'read',
		fields: [
			{
				id: 'slot',
				label: 'slot',
				kind: 'text',
				placeholder: '0, or 0x… of 32 bytes',
				validate: (value) => (/^(\d+|0x[0-9a-f]{1,64})$/i.test(value.trim()) ? undefined : 'a number, decimal or 0x…'),
			},
		],
		submit: async ({ slot = '' }, form) => {
			await model.page?.readSlot(BigInt(slot.trim()))
			form.close()
		},
	})
}
