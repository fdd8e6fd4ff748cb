import {
	type EndpointsProject,
	type Field,
	type ManagementRoute,
	managementRoutes,
	pathNames,
	type RouteId,
	type RouteScreen,
	readField,
} from '../../../client/index.ts'
import type { Command } from '../../kit/keymap/Command.ts'
import type { FieldOptions } from '../../kit/models/FormField.ts'
import { confirm } from '../../kit/overlays/Confirm.tsx'
import { type Form, showForm } from '../../kit/overlays/Form.tsx'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { EndpointsModel } from './EndpointsModel.ts'
import type { PageAction, PageActions } from './PageModel.ts'

/** What the operations of a page are about. */
export interface Subject {
	/** Whose role decides what may be done; undefined for what belongs to the account. */
	readonly project?: EndpointsProject
	/** Members that texts name and fields begin with; undefined if nothing is selected. */
	readonly row: Readonly<Record<string, unknown>> | undefined
	/** Values of paths and bodies that are known, by name. */
	readonly values: Readonly<Record<string, string | undefined>>
	/** Why nothing can be done without a row. */
	readonly none: string
	/** Shows the result, in place of the words that the definition has. */
	readonly done?: (id: RouteId, result: unknown, typed: Readonly<Record<string, unknown>>) => void
}

/** A client whose operations are called by name. */
type Calls = Readonly<Record<RouteId, (...args: unknown[]) => Promise<unknown>>>

interface Found {
	readonly id: RouteId
	readonly route: ManagementRoute
	readonly screen: RouteScreen
}

const screens: readonly Found[] = Object.entries(managementRoutes as Readonly<Record<string, ManagementRoute>>).flatMap(
	([id, route]) => route.screens.map((screen) => ({ id: id as RouteId, route, screen })),
)

/** The actions that the definitions of operations give to the page of a list. */
export function operationActions(model: EndpointsModel, on: RouteId, subject: Subject): PageActions {
	const actions: PageActions = {}
	const given = new Set<string>()
	for (const found of screens) {
		const { screen } = found
		const [member, value] = screen.when ?? []
		if (screen.on !== on) continue
		const isFor = member === undefined || subject.row?.[member] === value
		// Without one for the row, the first says why nothing can be done.
		if (isFor ? !given.has(screen.verb) : actions[screen.verb] === undefined) {
			actions[screen.verb] = actionOf(model, found, subject)
			if (isFor) given.add(screen.verb)
		}
	}
	return actions
}

function actionOf(model: EndpointsModel, found: Found, subject: Subject): PageAction {
	const { screen, route } = found
	return {
		title: screen.words,
		footer: screen.footer,
		can: () => refusalOf(model, found, subject) ?? true,
		run: () => {
			const open = fieldsOf(route, subject)
			if (open.length === 0) ask(model, found, subject)
			else fill(model, found, subject, open)
		},
	}
}

/** Why an operation cannot be done now. */
function refusalOf(model: EndpointsModel, { screen, route }: Found, subject: Subject): string | undefined {
	const { row, project, values, none } = subject
	if (pathNames(route.path).some((name) => values[name] === undefined) || row === undefined) return none
	for (const [member, value, why] of screen.unless ?? []) if (row[member] === value) return why
	const action = screen.needs ?? route.action
	if (action === undefined || project === undefined) return undefined
	const may = model.may(project, action)
	return may === true ? undefined : may
}

/** Fields that a person fills in: those whose values are not known. */
function fieldsOf({ fields }: ManagementRoute, { values }: Subject): readonly (readonly [string, Field])[] {
	return Object.entries(fields).filter(([name, field]) => values[name] === undefined && field.commandOnly !== true)
}

/** Texts of a definition with members of the row and its project in place of `{member}`. */
function told(text: string, { row, project }: Subject, typed: Readonly<Record<string, unknown>> = {}): string {
	const named: Readonly<Record<string, unknown>> = { ...row, ...typed, project: project?.name }
	return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => safeText(String(named[name] ?? ''), 120))
}

function ask(model: EndpointsModel, found: Found, subject: Subject): void {
	const { title, text = [], action, typed } = found.screen
	confirm(model.app, {
		title: told(title, subject),
		text: text.map((line) => told(line, subject)),
		...(typed === undefined ? {} : { typed: told(`{${typed}}`, subject) }),
		action,
		run: async () => finish(model, found, subject, {}, await call(model, found, subject, {})),
	})
}

function fill(
	model: EndpointsModel,
	found: Found,
	subject: Subject,
	open: readonly (readonly [string, Field])[],
): void {
	const { title, text = [], action } = found.screen
	const hasEntries = open.some(([, { kind }]) => kind === 'entries')
	showForm(model.app, {
		title: told(title, subject),
		action,
		intro: text.map((line) => told(line, subject)),
		// What is new begins empty; any other form with what the row has.
		fields: open.map(([name, field]) => formField(name, field, found.screen.verb === 'new' ? undefined : subject.row)),
		...(hasEntries ? { commands: (form: Form) => [newLine(form)] } : {}),
		submit: async (texts, form) => {
			const typed: Record<string, unknown> = {}
			for (const [name, field] of open) typed[name] = typedValue(field, texts[name] ?? '')
			const result = await call(model, found, subject, typed)
			form.close()
			finish(model, found, subject, typed, result)
		},
	})
}

function call(
	model: EndpointsModel,
	{ id, route }: Found,
	{ values }: Subject,
	typed: Readonly<Record<string, unknown>>,
): Promise<unknown> {
	const path = pathNames(route.path).map((name) => values[name])
	const known = Object.keys(route.fields).map((name) => [name, values[name]])
	const body = { ...Object.fromEntries(known), ...typed }
	return (model.client as unknown as Calls)[id](...path, ...(route.hasBody ? [body] : []))
}

function finish(
	model: EndpointsModel,
	{ id, route, screen }: Found,
	subject: Subject,
	typed: Readonly<Record<string, unknown>>,
	result: unknown,
): void {
	if (route.path.startsWith('/account')) model.account = undefined
	model.app.toast('good', told(screen.said, subject, typed))
	if (screen.after === 'restart') model.restart()
	else if (screen.after === 'up') model.back()
	else model.refresh()
	subject.done?.(id, result, typed)
}

function formField(name: string, field: Field, row: Subject['row']): FieldOptions {
	const { kind, label, placeholder, hint, choices, wrong } = field
	const present = row?.[name]
	const initial = Array.isArray(present) ? present.join('\n') : (present ?? field.initial)
	const common = {
		id: name,
		label,
		...(initial === undefined ? {} : { initial: String(initial) }),
		...(placeholder === undefined ? {} : { placeholder }),
	}
	if (choices !== undefined) {
		return {
			...common,
			kind: 'choice',
			choices: Object.entries(choices).map(([value, words]) => ({ value, label: words })),
		}
	}
	if (kind === 'entries') {
		const number = (value: string): number => (typedValue(field, value) as readonly string[]).length
		return {
			...common,
			kind: 'multiline',
			rows: 4,
			hint: (value) => (number(value) === 0 ? (hint ?? '') : `${number(value)} allowed`),
		}
	}
	return {
		...common,
		...(wrong === undefined ? {} : { validate: (value: string) => (isRight(field, value) ? undefined : wrong) }),
		hint: (value) => {
			if (hint !== undefined || kind !== 'count' || !isRight(field, value)) return hint ?? ''
			const figure = typedValue(field, value)
			return figure === null ? `no ${label}` : `${grouped(Number(figure))} ${label}`
		},
	}
}

function isRight(field: Field, text: string): boolean {
	if (field.kind === 'email') return /^\s*\S+@\S+\s*$/.test(text)
	if (field.kind === 'text') return text.trim() !== ''
	return 'value' in readTyped(field, text)
}

function typedValue(field: Field, text: string): unknown {
	const read = readTyped(field, text)
	return 'value' in read ? read.value : text
}

/** An empty field is no value where a command says `none`. */
function readTyped(field: Field, text: string): ReturnType<typeof readField> {
	return readField(field, field.label, text.trim() === '' ? (field.none ?? text) : text)
}

function newLine(form: Form): Command {
	return {
		id: 'allowlist-form.newline',
		keys: ['ctrl+j'],
		title: 'new line',
		description: 'Start the next entry of the allowlist.',
		group: 'Form',
		footer: 2,
		run: () => void form.onPaste('\n'),
	}
}
