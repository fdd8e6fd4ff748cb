import { expect, it } from 'vitest'
import { faultText } from '../../../src/cli/processIo.ts'
import { BugError, UserError } from '../../../src/errors/UserError.ts'

it('an error of the user has cause and next step, and no stack', () => {
	const error = new UserError('The file x cannot be read.', { why: 'It is not there.', next: 'Check the path.' })
	expect(faultText(error)).toBe('Error: The file x cannot be read.\nIt is not there.\nCheck the path.\n')
	expect(faultText(new UserError('No.'))).toBe('Error: No.\n')
})

it.each([
	[new BugError('went wrong'), /BugError: went wrong\n {4}at /],
	[Object.assign(new BugError('went wrong'), { stack: undefined }), /^went wrong$/m],
	['a text', /^a text$/m],
])('a fault of the program asks for a report with all that is known of it', (error, detail) => {
	const text = faultText(error)
	expect(text.split('\n')[0]).toBe('Error: chain-tui met a fault of its own.')
	expect(text).toMatch(detail)
	expect(text.endsWith('\nPlease report it with the lines above.\n')).toBe(true)
})
