import type { AbiParameter, EvmProgress, EvmReceipt, TxProgress } from '../../../client/index.ts'
import { SignerNeeds } from '../../app/signing/SignerNeeds.ts'
import { sendFromForm } from '../../app/signing/sendFromForm.ts'
import { type Form, type FormOptions, showForm } from '../../kit/overlays/Form.tsx'
import { argumentFields, argumentsOf, ethSignerField, valueField, valueIn } from './argumentFields.ts'
import type { ContractsModel } from './ContractsModel.ts'

/** An Ethereum transaction whose arguments and signer are asked for. */
export interface AskedTx extends Pick<FormOptions, 'title' | 'action' | 'intro'> {
	/** What stands before the arguments: `Wall.write`. */
	readonly label: string
	readonly inputs: readonly AbiParameter[]
	/** Whether coins may go along. */
	readonly isPayable: boolean
	readonly send: (
		from: string,
		tx: { readonly args: readonly string[]; readonly value?: bigint },
	) => AsyncIterable<EvmProgress>
	/** Receives the receipt of its block. */
	readonly done: (receipt: EvmReceipt) => void
}

/** Asks for what a transaction takes, by a form made from its ABI, and sends it. */
export function askAndSend({ app }: ContractsModel, { label, inputs, isPayable, send, done, ...words }: AskedTx): void {
	const needs = new SignerNeeds(app, () => form, 'eth')
	const form: Form = showForm(app, {
		...words,
		commands: () => [needs.command()],
		changed: () => needs.look(),
		fields: [...argumentFields(app, inputs), ...(isPayable ? [valueField(app)] : []), ethSignerField(app, needs)],
		submit: (values) => {
			const { from = '', value } = values
			const args = argumentsOf(app, inputs, values)
			const again = () => told(send(from, { args, ...valueIn(app, value) }), done)
			const text = `${label}(${args.join(', ')})`
			sendFromForm(app, form, { kind: 'contract', label: text, key: from, options: {}, again }, (progress) => {
				needs.refused(progress)
				form.fail(progress.problem, progress.next)
			})
		},
	})
	needs.look()
}

async function* told(
	progress: AsyncIterable<EvmProgress>,
	done: (receipt: EvmReceipt) => void,
): AsyncGenerator<TxProgress> {
	for await (const step of progress) {
		if (step.state === 'committed') done(step.receipt)
		yield step
	}
}
