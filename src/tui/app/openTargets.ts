import { middle } from '../kit/text/cells.ts'
import { grouped } from '../kit/text/numbers.ts'
import type { TuiApp } from './TuiApp.ts'

/** A possible meaning of a typed text, and how to open it. */
export interface OpenTarget {
	readonly label: string
	readonly detail: string
	readonly run: () => void
}

/** What a text can name: a height, a greeting, a transaction, an address or a key. */
export function openTargets(app: TuiApp, query: string): readonly OpenTarget[] {
	const text = query.trim()
	const found: OpenTarget[] = []
	const add = (label: string, detail: string, screen: string, target: string): void => {
		if (app.screens.some((candidate) => candidate.id === screen)) {
			found.push({ label, detail, run: () => app.open(screen, target) })
		}
	}
	const digits = /^#?([\d,]{1,15})$/.exec(text)?.[1]?.replaceAll(',', '')
	if (digits !== undefined && digits !== '') {
		const greeting = (): void => add(`open greeting #${digits}`, 'Greetings', 'greetings', digits)
		if (text.startsWith('#')) greeting()
		add(`open block ${grouped(digits)}`, 'Blocks', 'blocks', digits)
		if (!text.startsWith('#')) greeting()
	}
	if (/^(0x)?[0-9a-fA-F]{64}$/.test(text)) {
		const hash = text.replace(/^0x/, '').toUpperCase()
		add(`open transaction ${middle(hash, 16)}`, 'Transactions', 'transactions', hash)
	}
	const prefix = app.prefix
	if (text.startsWith(`${prefix}1`) && text.length > prefix.length + 30) {
		add(`open account ${middle(text, 20)}`, 'Accounts', 'accounts', text)
	}
	const known = text === '' ? undefined : app.addressOf(text)
	if (known !== undefined) add(`open account of ${app.shortName(known, 40)}`, 'Accounts', 'accounts', known)
	return found
}
