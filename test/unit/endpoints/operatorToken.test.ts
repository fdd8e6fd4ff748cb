import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
	checkOperator,
	checkOperatorToken,
	prepareOperatorToken,
	readOperatorToken,
} from '../../../src/endpoints/management/managers.ts'
import { newSecret } from '../../../src/endpoints/service/accounts/secrets.ts'

let home: string
let file: string
let lines: string[]
const log = (level: string, source: string, text: string) => lines.push(`${level} ${source} ${text}`)
beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-operator-'))
	file = join(home, 'endpoints-operator.token')
	lines = []
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const write = (text: string, mode = 0o600) => {
	writeFileSync(file, text)
	chmodSync(file, mode)
}
function faultOf(act: () => unknown): object | undefined {
	try {
		act()
		return undefined
	} catch (fault) {
		return fault as object
	}
}
const refused = (message: string, next: string) => ({ status: 403, code: 'operator_only', message, next })
const stranger = refused('Only who runs the service may do this.', 'Use its home folder with --home.')

test("the operator's token is made once, for its owner alone", () => {
	prepareOperatorToken(home, log)
	const text = readFileSync(file, 'utf8')
	expect(text).toMatch(/^co_\w{49}\n$/)
	expect(statSync(file).mode & 0o777).toBe(0o600)
	prepareOperatorToken(home, log)
	checkOperatorToken(home, log)
	expect(readFileSync(file, 'utf8')).toBe(text)
	expect(readOperatorToken(home)).toBe(text.trim())
	expect(lines).toHaveLength(0)
})

test("the operator's token lets in who shows it, and nobody else", () => {
	prepareOperatorToken(home, log)
	const token = readOperatorToken(home)
	expect(faultOf(() => checkOperator(home, token))).toBeUndefined()
	for (const given of [undefined, '', newSecret('co_'), `${token} `, [token]])
		expect(faultOf(() => checkOperator(home, given))).toMatchObject(stranger)
	// A service without a home has no operator.
	for (const given of [undefined, token]) expect(faultOf(() => checkOperator(undefined, given))).toMatchObject(stranger)
})

test.each([
	['', 0o600, "Nobody has the operator's rights: there is no token.", 'Its file FILE is empty.'],
	[' \n', 0o600, "Nobody has the operator's rights: there is no token.", 'Its file FILE is empty.'],
	['co_x', 0o600, "Nobody has the operator's rights: there is no token.", 'The file FILE does not hold a whole token.'],
	...[0o610, 0o601, 0o640, 0o604, 0o620].map(
		(mode) =>
			[
				newSecret('co_'),
				mode,
				"The operator's token is not used: others may have read it.",
				`Its file FILE has the mode ${mode.toString(8)} and may be read by its owner only (600).`,
			] as const,
	),
] as const)(
	"the operator's token is not used where its file holds %j with the mode %o",
	(text, mode, message, reason) => {
		write(text, mode)
		const why = reason.replace('FILE', file)
		const next = `Delete ${file} and start the node again: it makes a new one.`
		expect(faultOf(() => readOperatorToken(home))).toMatchObject({ message, why, next })
		expect(faultOf(() => checkOperator(home, text))).toMatchObject(refused(`${message} ${why}`, next))
		const warning = new RegExp(`^warn endpoints ${message}\\n`)
		checkOperatorToken(home, log)
		expect(lines).toEqual([expect.stringMatching(warning)])
		prepareOperatorToken(home, log)
		expect(lines).toEqual(Array(2).fill(expect.stringMatching(warning)))
		expect(readFileSync(file, 'utf8')).toBe(text)
	},
)

test("the operator's token that its owner alone may read or run is used", () => {
	const token = newSecret('co_')
	for (const mode of [0o400, 0o600, 0o700]) {
		write(token, mode)
		expect(readOperatorToken(home)).toBe(token)
	}
})

test("the operator's token that is not there is told to who asks, and is no warning of a start", () => {
	checkOperatorToken(home, log)
	expect([lines.length, existsSync(file)]).toEqual([0, false])
	const [message, why] = ["The operator's token cannot be read.", 'Only who runs the service may do this.']
	const next = 'Run the command on the machine of the service, with its --home.'
	expect(faultOf(() => readOperatorToken(home))).toMatchObject({ message, why, next })
	expect(faultOf(() => checkOperator(home, 'x'))).toMatchObject(refused(`${message} ${why}`, next))
	mkdirSync(file)
	expect(faultOf(() => readOperatorToken(home))).toMatchObject({ message, why, next })
})
