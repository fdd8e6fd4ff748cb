import type { AbiParameter, Artifact } from '../../../client/index.ts'
import { SignerNeeds } from '../../app/signing/SignerNeeds.ts'
import { unlocked } from '../../app/signing/unlocked.ts'
import { Form, showForm } from '../../kit/overlays/Form.tsx'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { argumentFields, argumentsOf, ethSignerField, valueField, valueIn } from './argumentFields.ts'
import { artifactField, artifactsIn } from './artifactField.ts'
import type { ContractsModel } from './ContractsModel.ts'
import { sendToChain } from './sendToChain.ts'

/** Asks for the file of a compiler, then for what the constructor takes. */
export function deployContract(model: ContractsModel): void {
	const { app } = model
	unlocked(
		app,
		() =>
			app.show(
				new Form(app, {
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
				}),
			),
		{ orNew: true },
	)
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
				choices: artifacts.map(({ name }) => ({ value: name, label: safeText(name, 60) })),
			},
		],
		submit: ({ name }, form) => {
			const chosen = artifacts.find((artifact) => artifact.name === name)
			form.close()
			if (chosen !== undefined) askArguments(model, chosen)
		},
	})
}

function askArguments(model: ContractsModel, artifact: Artifact): void {
	const { app } = model
	const entry = artifact.abi.find(({ type }) => type === 'constructor')
	const inputs: readonly AbiParameter[] = entry?.type === 'constructor' ? entry.inputs : []
	const pays = entry?.type === 'constructor' && entry.stateMutability === 'payable'
	const needs = new SignerNeeds(app, () => form, 'eth')
	const form: Form = new Form(app, {
		commands: () => [needs.command()],
		changed: () => needs.look(),
		title: `Deploy ${safeText(artifact.name, 60)}`,
		action: 'deploy',
		intro: [`${counted((artifact.bytecode.length - 2) / 2, 'byte')} of code; it is kept here under its name.`],
		fields: [...argumentFields(app, inputs), ...(pays ? [valueField(app)] : []), ethSignerField(model, needs)],
		submit: (values) => {
			const { from = '', value } = values
			const args = argumentsOf(app, inputs, values)
			sendToChain(model, form, needs, {
				label: `new ${artifact.name}(${args.join(', ')})`,
				key: from,
				progress: () => model.needEvm.deploy(from, { artifact, args, ...valueIn(app, value) }),
				done: (receipt) => {
					const { contractAddress } = receipt
					if (contractAddress === undefined) return
					const address = contractAddress.toLowerCase()
					const { name, abi } = model.needEvm.abis.add(fileName(artifact.name), artifact.abi, address)
					model.readAccounts()
					if (app.screen.model !== model) return
					model.open({ name, abi, address })
					if (model.page !== undefined) model.page.lastSent = receipt
				},
			})
		},
	})
	app.show(form)
	needs.look()
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
