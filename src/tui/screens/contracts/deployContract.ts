import type { Artifact } from '../../../client/index.ts'
import { unlocked } from '../../app/signing/unlocked.ts'
import { type Form, showForm } from '../../kit/overlays/Form.tsx'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { artifactField, artifactsIn } from './artifactField.ts'
import { askAndSend } from './askAndSend.ts'
import type { ContractsModel } from './ContractsModel.ts'

/** Asks for the file of a compiler, then for what the constructor takes. */
export function deployContract(model: ContractsModel): void {
	const { app } = model
	const askFile = (): Form =>
		showForm(app, {
			title: 'Deploy a contract',
			action: 'read the file',
			fields: [artifactField()],
			submit: async ({ file = '' }, form) => {
				const artifacts = (await artifactsIn(model, file)).filter(({ bytecode }) => bytecode !== '0x')
				if (artifacts.length === 0) {
					form.fail('nothing in this file has code', 'an interface or an ABI alone cannot be deployed', 'file')
					return
				}
				form.close()
				if (artifacts.length === 1) askArguments(model, artifacts[0]!)
				else askWhich(model, artifacts)
			},
		})
	unlocked(app, askFile, { orNew: true })
}

function askWhich(model: ContractsModel, artifacts: readonly Artifact[]): void {
	showForm(model.app, {
		title: `Deploy one of ${artifacts.length} contracts`,
		action: 'choose',
		fields: [
			{
				id: 'name',
				label: 'contract',
				kind: 'choice',
				choices: artifacts.map(({ name, bytecode }, index) => ({
					value: String(index),
					// In two files of a compiler there may be contracts of one name.
					label: `${safeText(name, 60)}${artifacts.filter((other) => other.name === name).length > 1 ? ` of ${codeSize(bytecode)}` : ''}`,
				})),
			},
		],
		submit: ({ name }, form) => {
			const chosen = artifacts[Number(name)]
			form.close()
			if (chosen !== undefined) askArguments(model, chosen)
		},
	})
}

function askArguments(model: ContractsModel, artifact: Artifact): void {
	const entry = artifact.abi.find(({ type }) => type === 'constructor')
	const made = entry?.type === 'constructor' ? entry : undefined
	askAndSend(model, {
		title: `Deploy ${safeText(artifact.name, 60)}`,
		action: 'deploy',
		intro: [`${codeSize(artifact.bytecode)} of code; it is kept here under its name.`],
		label: `new ${artifact.name}`,
		inputs: made?.inputs ?? [],
		isPayable: made?.stateMutability === 'payable',
		send: (from, tx) => model.needEvm.deploy(from, { artifact, ...tx }),
		done: (receipt) => {
			const { contractAddress } = receipt
			if (contractAddress === undefined) return
			const address = contractAddress.toLowerCase()
			const { name, abi } = model.needEvm.abis.add(fileName(artifact.name), artifact.abi, address)
			model.readAccounts()
			if (model.app.screen.model !== model) return
			model.open({ name, abi, address })
			if (model.page !== undefined) model.page.lastSent = receipt
		},
	})
}

function codeSize(bytecode: string): string {
	return counted((bytecode.length - 2) / 2, 'byte')
}

/** Turns an untrusted name into one that the book accepts. */
function fileName(name: string): string {
	return (
		name
			.replaceAll(/[^\w.-]/g, '_')
			.replace(/^\.+/, '')
			.slice(0, 64) || 'Contract'
	)
}
