import { evmChainName } from '../../../client/index.ts'
import { hexOfAny } from '../../../codec/address/anyAddress.ts'
import { addressProblem } from '../../app/names/addressForms.ts'
import { shownName } from '../../app/names/shownName.ts'
import { goToOwnChain } from '../../app/node/OwnChains.ts'
import type { CommandRecord } from '../../kit/keymap/Command.ts'
import { confirm } from '../../kit/overlays/Confirm.tsx'
import { Form, showForm } from '../../kit/overlays/Form.tsx'
import { askFilter } from '../../kit/overlays/LinePrompt.tsx'
import { middle } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { artifactField, artifactsIn } from './artifactField.ts'
import type { ContractsModel } from './ContractsModel.ts'
import { callFunction } from './callFunction.ts'
import { deployContract } from './deployContract.ts'

/** Commands of the Contracts screen. */
export function contractsCommands(model: ContractsModel): readonly CommandRecord[] {
	const { app, page, list } = model
	const hasEvm = (): true | string => model.evm !== undefined || 'this chain has no EVM'
	const selected = page?.place ?? list.selected
	const needsOne = (): true | string =>
		model.evm === undefined ? hasEvm() : selected !== undefined || 'no contract is known yet'
	const onPage = (): true | string => page !== undefined || 'open a contract first'
	const isDeployed = (): true | string => {
		const known = needsOne()
		return known === true ? selected?.address !== undefined || 'it is not deployed yet' : known
	}
	const row = page?.functions.selected
	const isFirst = model.evm !== undefined && model.trace === undefined && page === undefined && list.all.length === 0
	return [
		{
			id: 'contracts.open',
			keys: ['enter'],
			title:
				model.evm === undefined
					? 'start a chain with contracts beside this one'
					: isFirst
						? 'deploy a first contract'
						: page === undefined
							? 'open'
							: row?.isRead === true
								? 'read'
								: 'send',
			description:
				'Open the selected contract; in it, call the selected function: read it, or send a transaction. While there is none: deploy a first one. On a chain without an EVM: start one that has it beside this one.',
			footer: 1,
			enabled: () => {
				if (model.evm === undefined || isFirst) return true
				if (page === undefined) return needsOne()
				if (row !== undefined) return true
				return page.functions.all.length === 0 ? 'no ABI is known for this contract' : 'no function is selected'
			},
			run: () => {
				if (model.evm === undefined) goToOwnChain(app, evmChainName(app.prefix))
				else if (isFirst) deployContract(model)
				else if (page === undefined) model.open()
				else if (row !== undefined) callFunction(model, page, row)
			},
		},
		{
			id: 'contracts.deploy',
			keys: ['d', 'n'],
			title: 'deploy',
			description: 'Deploy a contract from compiler output: hardhat, foundry, truffle, solc.',
			...(page === undefined ? { footer: 2 } : {}),
			enabled: hasEvm,
			run: () => deployContract(model),
		},
		{
			id: 'contracts.add',
			keys: ['a'],
			title: 'add ABI',
			description: 'Add the ABI of a deployed contract, to decode its calls and events.',
			...(page === undefined ? { footer: 3 } : {}),
			enabled: hasEvm,
			run: () => addAbi(model),
		},
		{
			id: 'contracts.facts',
			keys: ['v'],
			title: page?.inFacts === true ? 'functions' : 'events & facts',
			description: 'Move between the functions of a contract and its events, slots and code.',
			...(page === undefined ? {} : { footer: 2 }),
			enabled: onPage,
			run: () => {
				if (page !== undefined) page.inFacts = !page.inFacts
			},
		},
		{
			id: 'contracts.fold',
			keys: ['z'],
			title: 'fold',
			description: 'Fold or open the section of the events, slots or code.',
			enabled: onPage,
			run: () => page?.sections.toggle(),
		},
		{
			id: 'contracts.section',
			keys: [']'],
			title: 'next section',
			description: 'Go to the next section: events, storage, code.',
			enabled: onPage,
			run: () => {
				if (page !== undefined) {
					page.inFacts = true
					page.sections.step(1)
				}
			},
		},
		{
			id: 'contracts.slot',
			keys: ['s'],
			title: 'read slot',
			description: 'Read a 32-byte slot of the contract’s storage and keep it on the page.',
			...(page === undefined ? {} : { footer: 4 }),
			enabled: () => (page === undefined ? onPage() : isDeployed()),
			run: () => {
				if (page !== undefined) app.show(slotForm(model))
			},
		},
		{
			id: 'contracts.trace',
			keys: ['t'],
			title: 'trace',
			description: 'Show the calls a transaction made as a tree, with the gas of each.',
			footer: 5,
			enabled: hasEvm,
			run: () => traceTransaction(model),
		},
		{
			id: 'contracts.copy',
			keys: ['y'],
			title: 'copy address',
			description: 'Copy the 0x address of the contract.',
			footer: 6,
			enabled: isDeployed,
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
			enabled: isDeployed,
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
			enabled: hasEvm,
			run: () =>
				askFilter(app, page?.functions ?? list, page === undefined ? 'a name or address' : 'a function, read, write'),
		},
		{
			id: 'contracts.forget',
			keys: ['x', 'delete'],
			title: 'forget',
			description: 'Remove the contract with its ABI and address from this list. It stays on the chain.',
			enabled: needsOne,
			run: () => {
				if (selected === undefined) return
				confirm(app, {
					title: `Forget ${shownName(selected.name)}`,
					text: ['Its ABI and address are removed here. Nothing changes on the chain.'],
					action: 'forget',
					run: async () => {
						model.page = undefined
						model.needEvm.abis.remove(selected.name, selected.address)
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

/** Asks for a transaction, the last one sent from here by default, and shows the calls it made. */
function traceTransaction(model: ContractsModel): void {
	const { app, page } = model
	showForm(app, {
		title: 'Trace a transaction',
		action: 'trace',
		fields: [
			{
				id: 'hash',
				label: 'hash',
				initial: page?.newestTx ?? '',
				placeholder: '0x… of Ethereum, or the chain’s',
				validate: (value) => (/^(0x)?[0-9a-f]{64}$/i.test(value.trim()) ? undefined : 'a hash has 64 digits'),
			},
		],
		submit: async ({ hash = '' }, form) => {
			const root = await model.needEvm.trace(hash.trim())
			form.close()
			model.showTrace(root, `Trace of ${middle(hash.trim(), 20)}`)
		},
	})
}

/** Adds the ABI of a deployed contract, or one for decoding only. */
function addAbi(model: ContractsModel): void {
	const { app, page } = model
	const prefix = app.prefix
	showForm(app, {
		title: 'Add an ABI',
		action: 'add',
		fields: [
			artifactField(),
			{
				id: 'address',
				label: 'address',
				initial: page?.place.address ?? '',
				placeholder: `0x… or ${prefix}1…; none is fine`,
				validate: (value) => (value.trim() === '' ? undefined : addressProblem(value, prefix)),
			},
			{
				id: 'name',
				label: 'name',
				placeholder: 'that of the contract',
				validate: (value) => (/^[\w.-]{0,64}$/.test(value.trim()) ? undefined : 'letters, digits, points, - and _'),
			},
		],
		submit: async ({ file = '', address = '', name = '' }, form) => {
			const artifacts = await artifactsIn(model, file)
			const artifact = artifacts.find((candidate) => candidate.name === name.trim()) ?? artifacts[0]
			if (artifact === undefined) return
			const at = address.trim() === '' ? undefined : hexOfAny(address.trim(), prefix)?.toLowerCase()
			const added = model.needEvm.abis.add(name.trim() || artifact.name, artifact.abi, at)
			form.close()
			model.readAccounts()
			app.toast('good', `the ABI of ${safeText(added.name, 64)} is kept`)
			if (at !== undefined) model.open({ name: added.name, abi: added.abi, address: at })
		},
	})
}
