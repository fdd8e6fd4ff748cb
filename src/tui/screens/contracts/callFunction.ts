import { unlocked } from '../../app/signing/unlocked.ts'
import { showForm } from '../../kit/overlays/Form.tsx'
import { safeText } from '../../kit/text/safeText.ts'
import { argumentFields, argumentsOf } from './argumentFields.ts'
import { askAndSend } from './askAndSend.ts'
import type { ContractPage, FunctionRow } from './ContractPage.ts'
import type { ContractsModel } from './ContractsModel.ts'

/** Calls a function: at once if it is a read without arguments, otherwise through a form made from its ABI. */
export function callFunction(model: ContractsModel, page: ContractPage, row: FunctionRow): void {
	const { app } = model
	const { inputs, name, stateMutability } = row.fn
	if (row.isRead) {
		if (inputs.length === 0) app.attempt(() => page.call(row, []))
		else {
			showForm(app, {
				title: `Read ${safeText(name, 60)}`,
				action: 'read',
				fields: argumentFields(app, inputs),
				submit: async (values, form) => {
					await page.call(row, argumentsOf(app, inputs, values))
					form.close()
				},
			})
		}
		return
	}
	const to = page.place.address
	if (to === undefined) {
		app.toast('info', `this contract is not deployed yet: ${app.keyFor('contracts.deploy')} deploys it`)
		return
	}
	const send = (): void =>
		askAndSend(model, {
			title: `Send ${safeText(name, 60)}`,
			action: 'send',
			label: `${page.place.name}.${name}`,
			inputs,
			isPayable: stateMutability === 'payable',
			send: (from, tx) => model.needEvm.send(from, { to, fn: row.fn, ...tx }),
			done: (receipt) => {
				page.lastSent = receipt
				const events = receipt.logs.map(({ decoded }) => decoded?.name ?? 'an event').join(', ')
				const text = `block ${receipt.height}${events === '' ? '' : `: ${events}`}`
				page.outcomes.set(row.signature, { text, failed: false })
				page.readNews()
			},
		})
	unlocked(app, send, { orNew: true })
}
