import { describe, expect, it } from 'vitest'
import { TextBuffer } from '../../../../src/tui/kit/models/TextBuffer.ts'

function edited(text: string, ids: readonly string[], multiline = false): TextBuffer {
	const buffer = new TextBuffer(text, { multiline })
	for (const id of ids) buffer.edit(id.length === 1 ? { id, text: id } : { id })
	return buffer
}

describe('TextBuffer', () => {
	it('inserts at the cursor', () => {
		expect(edited('held', ['left', 'left', 'x']).text).toBe('hexld')
		expect(edited('ac', ['left', 'b']).text).toBe('abc')
	})

	it('takes an emoji as one step', () => {
		expect(edited('a👩‍💻b', ['left', 'backspace']).text).toBe('ab')
		expect(edited('👨‍👩‍👧', ['backspace']).text).toBe('')
	})

	it('joins a combining mark with the letter before it', () => {
		const buffer = new TextBuffer('e')
		buffer.insert('\u0301')
		expect(buffer.edit({ id: 'backspace' })).toBe(true)
		expect(buffer.text).toBe('')
	})

	it('edits as a shell does', () => {
		expect(edited('one two three', ['ctrl+w']).text).toBe('one two ')
		expect(edited('one two', ['ctrl+u']).text).toBe('')
		expect(edited('one two', ['ctrl+a', 'ctrl+k']).text).toBe('')
		expect(edited('one two', ['home', 'delete', 'end', 'x']).text).toBe('ne twox')
		expect(edited('one two', ['alt+b', 'x']).text).toBe('one xtwo')
	})

	it('keeps to one line unless it is a field of several', () => {
		const one = new TextBuffer('')
		one.insert('a\nb')
		expect(one.text).toBe('a b')
		expect(edited('a', ['ctrl+j', 'b'], true).text).toBe('a\nb')
	})

	it('moves between lines and leaves at the first and the last', () => {
		expect(edited('ab\ncd', ['up', 'x'], true).text).toBe('abx\ncd')
		expect(new TextBuffer('ab', { multiline: true }).edit({ id: 'up' })).toBe(false)
	})
})
