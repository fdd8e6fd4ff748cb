import { hexOfAny } from '../../../codec/address/anyAddress.ts'
import { addressProblem } from '../../app/addressProblem.ts'
import { Form } from '../../kit/overlays/Form.tsx'
import { safeText } from '../../kit/text/safeText.ts'
import { artifactField, artifactsIn } from './artifactField.ts'
import type { ContractsModel } from './ContractsModel.ts'

/** Adds the ABI of a deployed contract, or one for decoding only. */
export function addAbi(model: ContractsModel): void {
	const { app, page } = model
	const prefix = app.prefix
	app.show(
		new Form(app, {
			title: 'Add an ABI',
			action: 'add',
			fields: [
				artifactField(),
				{
					id: 'address',
					label: 'address',
					kind: 'text',
					initial: page?.place.address ?? '',
					placeholder: `0x… or ${prefix}1…; none is fine`,
					validate: (value) => (value.trim() === '' ? undefined : addressProblem(value, prefix)),
				},
				{
					id: 'name',
					label: 'name',
					kind: 'text',
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
		}),
	)
}
