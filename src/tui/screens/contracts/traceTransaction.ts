import { Form } from '../../kit/overlays/Form.tsx'
import { middle } from '../../kit/text/cells.ts'
import type { ContractsModel } from './ContractsModel.ts'

/** Asks for a transaction, the last one sent from here by default, and shows the calls it made. */
export function traceTransaction(model: ContractsModel): void {
	const { app, page } = model
	app.show(
		new Form(app, {
			title: 'Trace a transaction',
			action: 'trace',
			fields: [
				{
					id: 'hash',
					label: 'hash',
					kind: 'text',
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
		}),
	)
}
