import { timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { UserError } from '../../errors/UserError.ts'
import { isFromThisMachine } from '../../serve/isFromThisMachine.ts'
import type { Log } from '../../util/Log.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import { clientAddress } from '../gateway/clientAddress.ts'
import { RateLimiter } from '../gateway/RateLimiter.ts'
import { limits } from '../limits.ts'
import { isSecret, newSecret, operatorPrefix, secretDigest } from '../service/accounts/secrets.ts'
import { ipRule } from '../service/applications/allowlists.ts'
import { type ServiceContext, ServiceFault } from '../service/ServiceContext.ts'

/** File of the operator's token in a home. */
function fileOf(home: string): string {
	return join(home, 'endpoints-operator.token')
}

/**
 * The operator's token. It is valid only while its file holds a complete token that only its owner can read: an empty,
 * truncated or readable file gives nobody the operator's rights.
 * @throws {UserError} with the reason.
 */
export function readOperatorToken(home: string): string {
	const file = fileOf(home)
	let text: string
	let mode: number
	try {
		text = readFileSync(file, 'utf8').trim()
		mode = statSync(file).mode & 0o777
	} catch (cause) {
		throw new UserError("The operator's token cannot be read.", {
			why: 'Only who runs the service may do this.',
			next: 'Run the command on the machine of the service, with its --home.',
			cause,
		})
	}
	const next = `Delete ${file} and start the node again: it makes a new one.`
	if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
		throw new UserError("The operator's token is not used: others may have read it.", {
			why: `Its file ${file} has the mode ${mode.toString(8)} and may be read by its owner only (600).`,
			next,
		})
	}
	if (!isSecret(text, operatorPrefix)) {
		const why = text === '' ? `Its file ${file} is empty.` : `The file ${file} does not hold a whole token.`
		throw new UserError("Nobody has the operator's rights: there is no token.", { why, next })
	}
	return text
}

/** Makes the token at the first start, and logs why the one that is there is not used: the service works without. */
export function prepareOperatorToken(home: string, log: Log): void {
	logProblem(log, () => {
		writeFileAtomic(fileOf(home), `${newSecret(operatorPrefix)}\n`, { onlyNew: true })
		readOperatorToken(home)
	})
}

/** Logs why the token of a home is not used. A home without one gets it when the service opens. */
export function checkOperatorToken(home: string, log: Log): void {
	if (existsSync(fileOf(home))) logProblem(log, () => readOperatorToken(home))
}

function logProblem(log: Log, act: () => unknown): void {
	try {
		act()
	} catch (error) {
		log('warn', 'endpoints', error instanceof UserError ? error.text : String(error))
	}
}

/**
 * Lets only the operator of a home go on. The file is read each time, so that repairing it needs no restart.
 * @throws {ServiceFault} 403, which says what is wrong with the home's token if that is the cause.
 */
export function checkOperator(home: string | undefined, given: unknown): void {
	let token: string | undefined
	try {
		if (home !== undefined) token = readOperatorToken(home)
	} catch (error) {
		if (!(error instanceof UserError)) throw error
		throw refused([error.message, error.why].join(' '), error.next)
	}
	const right = token !== undefined && typeof given === 'string'
	if (right && timingSafeEqual(secretDigest(given), secretDigest(token!))) return
	throw refused('Only who runs the service may do this.', 'Use its home folder with --home.')
}

function refused(message: string, next: string): ServiceFault {
	return new ServiceFault(403, 'operator_only', message, next)
}

/** Lets only programs of this machine manage the service. @throws {ServiceFault} for others, and for every web page. */
export function checkLoopback(request: IncomingMessage): void {
	if (!isFromThisMachine(request)) throw loopbackOnly()
}

/** What is refused to everybody but programs of the service's machine. */
export function loopbackOnly(): ServiceFault {
	return new ServiceFault(
		403,
		'loopback_only',
		'The service is managed from its own machine only.',
		'Use chain-tui on that machine.',
	)
}

/**
 * Lets programs of other machines manage the service. There are no cookies: a session is a header that a program sends,
 * so that no web page can act for its visitor. Pages are refused all the same.
 * @returns a check that throws a ServiceFault for a web page, for what came in clear text, and for too many requests.
 */
export function remoteManagers({ config, clock }: ServiceContext): (request: IncomingMessage) => void {
	const trusted = ipRule(config.trustedProxies)
	const limiter = new RateLimiter()
	return (request) => {
		const { headers, socket } = request
		if (headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none') {
			throw new ServiceFault(403, 'no_web_pages', 'Web pages do not manage the service.', 'Use chain-tui.')
		}
		const peer = socket.remoteAddress ?? ''
		const proxied = trusted.allows(peer) && !trusted.empty && headers['x-forwarded-proto'] === 'https'
		if (!('encrypted' in socket) && !proxied && !isFromThisMachine(request)) {
			const next = 'Use its https address. A proxy must be one of trustedProxies and send X-Forwarded-Proto.'
			throw new ServiceFault(403, 'needs_tls', 'The service is not managed in clear text.', next)
		}
		const seconds = limiter.take(clientAddress(request, trusted), limits.remoteManagementPerSecond, 1, clock.now())
		if (seconds === 0) return
		throw new ServiceFault(
			429,
			'too_many',
			'Too many requests from this address.',
			`Try again in ${seconds} s.`,
			seconds,
		)
	}
}
