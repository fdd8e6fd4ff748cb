import { formsMarkdown } from '../../../../codec/legacy/forms/formsText.ts'
import { saveExport } from '../../../app/userFiles.ts'
import { absolute } from '../../../kit/text/times.ts'
import type { AccountsModel } from '../AccountsModel.ts'
import type { ComparedAccount } from './ComparedAccount.ts'

/** Saves the account in both forms, with the comparison, to a file in the app's directory, and shows its path. */
export async function exportAccount(model: AccountsModel, format: 'json' | 'md'): Promise<void> {
	const { app, current } = model
	if (current === undefined) return
	// The address may be untrusted text, which must not leave the directory.
	const name = current.address.replaceAll(/[^a-z0-9]/gi, '').slice(0, 100)
	const text = format === 'json' ? asJson(model, current) : asMarkdown(model, current)
	saveExport(app, `account-${name === '' ? 'pasted' : name}.${format}`, text, 'account')
}

function asJson(model: AccountsModel, reading: ComparedAccount): string {
	const { address, kind, side8, side9, balances, rows } = reading
	const document = {
		address,
		kind,
		chainId: model.app.state.status?.chainId ?? '',
		height: reading.height,
		generation8: side8.value ?? { error: side8.fault },
		generation9: side9.value ?? { error: side9.fault },
		balances,
		rows,
	}
	return `${JSON.stringify(document, null, 2)}\n`
}

function asMarkdown(model: AccountsModel, reading: ComparedAccount): string {
	const { status } = model.app.state
	const { side8, side9, rows, address, kind, balances } = reading
	const coins = balances.map(({ denom, amount }) => `${amount}${denom}`).join(', ')
	const head = [
		`# Account ${address === '' ? '(no address)' : address}`,
		'',
		`- kind: ${kind}`,
		`- chain: ${status?.chainId ?? 'unknown'}, height ${reading.height}, ${absolute(status?.time ?? '')}`,
		`- balances: ${coins === '' ? 'none' : coins}`,
		'',
	].join('\n')
	if (side8.text === undefined || side9.text === undefined || rows.length === 0) {
		return `${head}\n- generation 8: ${side8.text ?? side8.fault}\n- generation 9: ${side9.text ?? side9.fault}\n`
	}
	const forms = {
		generation: 9 as const,
		body8: side8.text,
		body9: side9.text,
		coins: balances,
		balances9: undefined,
		account: undefined,
	}
	return `${head}\n${formsMarkdown(forms, rows)}`
}
