import { FieldLinks, type TxForm } from '../../../codec/legacy/FieldLinks.ts'
import { JsonTree } from '../../kit/models/JsonTree.ts'
import { parseJson } from '../../kit/text/jsonRows.ts'
import type { Conversion } from './conversion.ts'

/** The side of a form on the screen. */
export type Side = 'source' | 'result'

/** Longer texts are read as they are: a tree of them would be no help. */
const longestTree = 262_144

/** The field under the cursor, and what it is on the other side. */
export interface LinkedField {
	readonly path: string
	/** Paths on the other side; empty where there is none. */
	readonly to: readonly string[]
	/** Why there is none, or what becomes of it besides a new place. */
	readonly note: string
}

/** Both forms of a transaction as trees: the field under one's cursor takes the other's to what it becomes. */
export class LinkedForms {
	readonly #texts: Readonly<Record<Side, string>>
	readonly #trees: Readonly<Record<Side, JsonTree>>
	readonly #forms: Readonly<Record<Side, TxForm>>
	readonly #links: FieldLinks

	private constructor(texts: Readonly<Record<Side, string>>, sourceForm: TxForm) {
		const [source, result] = [parseJson(texts.source), parseJson(texts.result)]
		this.#texts = texts
		const tree = (side: Side, value: unknown) => new JsonTree(value, undefined, () => this.follow(side))
		this.#trees = { source: tree('source', source), result: tree('result', result) }
		this.#forms = { source: sourceForm, result: sourceForm === 'legacy' ? 'proto' : 'legacy' }
		this.#links = sourceForm === 'legacy' ? new FieldLinks(source, result) : new FieldLinks(result, source)
	}

	/**
	 * Of a conversion that has both forms; undefined without, and for a text that a tree would show otherwise than it is.
	 * @param before Kept when it is of the same forms, with its cursors and folds.
	 */
	static of(conversion: Conversion, text: string, before?: LinkedForms): LinkedForms | undefined {
		const texts = textsOf(conversion, text)
		if (texts === undefined || texts.source.length > longestTree || !isPlainJson(texts.source)) return undefined
		if (before !== undefined && before.#texts.source === texts.source && before.#texts.result === texts.result) {
			return before
		}
		return new LinkedForms(texts, conversion.direction === 'forward' ? 'legacy' : 'proto')
	}

	/** The tree of a side; the other one's follows where it is moved. */
	tree(side: Side): JsonTree {
		return this.#trees[side]
	}

	/** The field under the cursor of a side. */
	field(side: Side): LinkedField {
		const path = this.#trees[side].selected?.path ?? ''
		const form = this.#forms[side]
		return { path, to: this.#links.of(form, path), note: this.#links.note(form, path) }
	}

	/** Takes the cursor of the other side to what is under the cursor of this one; it stays where that is nothing. */
	follow(side: Side): void {
		const other = this.#trees[side === 'source' ? 'result' : 'source']
		const [first] = this.field(side).to
		if (first !== undefined) other.select(first)
	}
}

function textsOf(conversion: Conversion, text: string): Readonly<Record<Side, string>> | undefined {
	if (conversion.direction === 'forward') {
		const { converted } = conversion.analysis
		return converted === undefined ? undefined : { source: text, result: converted.json }
	}
	if (conversion.direction === 'none' || conversion.form.json === undefined) return undefined
	return { source: conversion.json, result: conversion.form.json }
}

/** Whether reading a JSON text and writing it again loses nothing but blanks: no name twice, no number of many digits. */
function isPlainJson(text: string): boolean {
	try {
		const written = text.replaceAll(/"(?:[^"\\]|\\.)*"|\s+/g, (part) =>
			part.startsWith('"') ? JSON.stringify(JSON.parse(part)) : '',
		)
		return JSON.stringify(JSON.parse(text)) === written
	} catch {
		return false
	}
}
