import {
	constants,
	createServer as createHttp2Server,
	type IncomingHttpHeaders,
	type ServerHttp2Stream,
} from 'node:http2'
import { type AddressInfo, createServer, type Server as Listener } from 'node:net'
import { create, type DescMessage, type DescMethod, type DescService, type Message } from '@bufbuild/protobuf'
import type { QueryHandler } from '../../app/AppModule.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { sdkErrors } from '../../errors/ChainError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { BugError, thrownText, UserError } from '../../errors/UserError.ts'
import {
	Health,
	type HealthCheckRequest,
	HealthCheckRequestSchema,
	HealthCheckResponse_ServingStatus,
	HealthCheckResponseSchema,
} from '../../gen/grpc/health/v1/health_pb.js'
import { ConnectionGuard } from '../../serve/ConnectionGuard.ts'
import type { Gate } from '../../serve/Gate.ts'
import { listen, type RunningServer, type ServerOptions } from '../../serve/listen.ts'
import { bracketed } from '../../util/bracketed.ts'
import { goQuote } from '../../util/goString.ts'
import type { QueryBackend } from '../services/createQueryBackend.ts'
import { parseInt64 } from '../services/goParse.ts'
import { createAppDescriptorService } from './createAppDescriptorService.ts'
import { GrpcCall } from './GrpcCall.ts'
import type { GrpcMethod, IncomingCall, UnaryHandler } from './GrpcMethod.ts'
import { GrpcSessions } from './GrpcSessions.ts'
import { createServerReflection } from './serverReflection.ts'
import { tapCall } from './tapCall.ts'

/** Metadata that requests a height, and reports the height of a reply. */
const heightHeader = 'x-cosmos-block-height'

/** Options of the gRPC server. */
export interface GrpcServerOptions extends Omit<ServerOptions, 'limits'> {
	/** The application with all its services mounted. */
	readonly backend: QueryBackend
	readonly chainId: string
	/** bech32 prefix of accounts. */
	readonly prefix: string
	/** Idle time after which a connection closes, in milliseconds (default: five minutes). */
	readonly idleMs?: number
}

const closeGraceMs = 1000

/** Limits: a connection without a call for five minutes closes, and so does one that does not answer pings. */
const times = { idleMs: 5 * 60_000, pingMs: 60_000, pongMs: 20_000 }
const callsPerConnection = 100
/** Memory that node may use for one connection, in megabytes. */
const maxSessionMemory = 10
/**
 * Metadata with spaces at its ends arrives as it was sent, as in Go, so that a height in it is refused. Releases of node
 * without this option drop such metadata, and the newest height answers.
 */
const asSent = { strictFieldWhitespaceValidation: false }

/**
 * Serves the application's query services, the chain's description and reflection over gRPC without TLS (framework:
 * server/grpc/server.go). Errors of handlers are not mapped. Msg services are not served: transactions are broadcast.
 * HTTP/2 is node's own; a call takes less than half of the processor time that it takes through grpc-js.
 * @throws {UserError} if the address cannot be bound.
 */
export async function startGrpcServer(options: GrpcServerOptions): Promise<RunningServer> {
	const { host, idleMs = times.idleMs } = options
	const { methods, services } = methodsOf(options)
	const sessions = new GrpcSessions({ ...times, idleMs })
	const settings = { maxConcurrentStreams: callsPerConnection }
	const server = createHttp2Server({ settings, maxSessionMemory, ...asSent })
	server.on('session', (session) => sessions.add(session))
	server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _: number, rawHeaders: string[]) => {
		sessions.begin(stream)
		answer(stream, headers, rawHeaders)
	})
	const guard = new ConnectionGuard(options.scheduler)
	// A client that sends no more is closed at once (grpc-go internal/transport http2_server.go HandleStreams).
	const listener = createServer({ noDelay: true }, (socket) => {
		guard.admit(socket)
		server.emit('connection', socket)
	})
	await bind(listener, host, options.port)
	return {
		host,
		port: (listener.address() as AddressInfo).port,
		async close() {
			const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
			await Promise.all([closed, sessions.close(closeGraceMs)])
		},
	}

	function answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[]): void {
		// A client that disconnects during its call.
		stream.on('error', () => undefined)
		const type = answerType(headers['content-type'])
		const timeout = headers['grpc-timeout'] === undefined ? Infinity : callTimeout(String(headers['grpc-timeout']))
		// Go resets what is not a gRPC call.
		if (type === undefined || timeout === undefined || headers[':method'] === 'HEAD') {
			stream.close(constants.NGHTTP2_PROTOCOL_ERROR)
			return
		}
		const call = new GrpcCall(stream, headers, rawHeaders, type)
		call.endAfter(timeout)
		const path = String(headers[':path'])
		const method = methods.get(path.startsWith('/') ? path : `/${path}`)
		if (method === undefined) call.refuse(unknownMethod(path, services))
		else call.run(method)
	}
}

/** The content type of a reply by that of its request; undefined if it is not gRPC (grpc-go internal/grpcutil ContentSubtype). */
function answerType(type: string | undefined): string | undefined {
	const base = 'application/grpc'
	if (type === base || type === undefined) return type
	const lower = type.toLowerCase()
	if (!lower.startsWith(base) || (lower[base.length] !== '+' && lower[base.length] !== ';')) return undefined
	const subtype = lower.slice(base.length + 1)
	return subtype === '' ? base : `${base}+${subtype}`
}

/** All methods by path, and the names of their services. */
function methodsOf({ backend, chainId, prefix, journal, gate }: GrpcServerOptions): {
	readonly methods: ReadonlyMap<string, GrpcMethod>
	readonly services: ReadonlySet<string>
} {
	const methods = new Map<string, GrpcMethod>()
	const services = new Set<string>()
	const mount = <Answer>(
		desc: DescService,
		answers: Readonly<Record<string, Answer>>,
		handlerOf: (method: DescMethod, answer: Answer) => UnaryHandler,
	): void => {
		services.add(desc.typeName)
		for (const [name, answer] of Object.entries(answers)) {
			const method = desc.methods.find((one) => one.name === name)
			if (method === undefined) throw new BugError(`${desc.typeName} has no method ${name}`)
			methods.set(`/${desc.typeName}/${name}`, { unary: tapCall(journal, method, handlerOf(method, answer)) })
		}
	}
	for (const { desc, handlers } of backend.queryServices) {
		mount(desc, handlers, (method, handler) => stateHandler(backend, gate, method, handler))
	}
	const description = createAppDescriptorService({ chainId, prefix, services: backend.queryServices })
	mount(description.desc, description.replies, constantHandler)
	for (const [service, handler] of createServerReflection([...services])) {
		services.add(service)
		methods.set(`/${service}/ServerReflectionInfo`, { stream: handler })
	}
	// Not among those of reflection, which are the framework's.
	if (gate !== undefined) methods.set(`/${Health.typeName}/Check`, { unary: healthHandler(gate, services) })
	return { methods, services }
}

/** `grpc.health.v1.Health/Check`: of the whole server by an empty name, or of a service that it has. */
function healthHandler(gate: Gate, services: ReadonlySet<string>): UnaryHandler {
	return async (_call, bytes) => {
		const { service } = decodeRequest(HealthCheckRequestSchema, bytes) as HealthCheckRequest
		if (service !== '' && !services.has(service)) throw new GrpcStatusError('NotFound', 'unknown service')
		const reply = await gate({ method: 'GET', path: '/readyz', headers: {} })
		const status =
			reply?.status === 200 ? HealthCheckResponse_ServingStatus.SERVING : HealthCheckResponse_ServingStatus.NOT_SERVING
		return encodeMessage(HealthCheckResponseSchema, create(HealthCheckResponseSchema, { status }))
	}
}

/** A method over the state: the height header counts, and the reply names the height, also when the handler fails. */
function stateHandler(
	backend: QueryBackend,
	gate: Gate | undefined,
	method: DescMethod,
	handler: QueryHandler,
): UnaryHandler {
	return async (call, bytes) => {
		const early = await gate?.({ method: 'POST', path: '', headers: call.headers })
		if (early !== undefined)
			throw new GrpcStatusError(early.status === 400 ? 'InvalidArgument' : 'Unavailable', errorOf(early.body))
		const request = decodeRequest(method.input, bytes)
		const asked = askedHeight(call)
		const ctx = await backend.createQueryContext(Number(asked))
		call.metadata = { [heightHeader]: String(asked === 0n ? ctx.header.height : asked) }
		return encodeMessage(method.output, await handler(ctx, request))
	}
}

/** The text of a gate's refusal. */
function errorOf(body: string): string {
	return (JSON.parse(body) as { readonly error: string }).error
}

/** A method that always answers the same and takes no height. */
function constantHandler(method: DescMethod, reply: Message): UnaryHandler {
	const bytes = encodeMessage(method.output, reply)
	return (_call, request) => {
		decodeRequest(method.input, request)
		return bytes
	}
}

function decodeRequest(schema: DescMessage, bytes: Buffer): Message {
	try {
		return decodeMessage(schema, bytes)
	} catch (error) {
		const cause = thrownText(error)
		throw new GrpcStatusError('Internal', `grpc: error unmarshalling request: ${cause}`)
	}
}

/** The height of the metadata; 0 without it and, as in the framework, when it is there more than once. */
function askedHeight({ headers, rawHeaders }: IncomingCall): bigint {
	const value = headers[heightHeader]
	if (value === undefined || rawHeaders.filter((name, at) => at % 2 === 0 && name === heightHeader).length > 1)
		return 0n
	let height: bigint
	try {
		height = parseInt64(String(value))
	} catch (error) {
		const cause = thrownText(error)
		throw sdkErrors.invalidRequest.wrap(
			`Baseapp.RegisterGRPCServer: invalid height header ${goQuote(heightHeader)}: ${cause}`,
		)
	}
	if (height < 0n) throw sdkErrors.invalidRequest.wrap('cannot query with height < 0; please provide a valid height')
	return height
}

async function bind(listener: Listener, host: string, port: number): Promise<void> {
	try {
		await listen(listener, host, port)
	} catch (cause) {
		throw new UserError(`The gRPC server cannot listen on ${bracketed(host)}:${port}.`, {
			because: cause,
			next: 'Choose another port with --grpc HOST:PORT, or --grpc off.',
		})
	}
}

const unitMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** Milliseconds of a header `grpc-timeout`; undefined for one that Go does not read (grpc-go v1.33.2 decodeTimeout). */
function callTimeout(text: string): number | undefined {
	if (text.length < 2 || text.length > 9) return undefined
	const unit = unitMs[text.slice(-1)]
	const count = text.slice(0, -1)
	return unit !== undefined && /^[+-]?\d+$/.test(count) ? Number(count) * unit : undefined
}

/** The refusal of grpc-go v1.33 for a path not served (server.go handleStream). @param services their full names */
export function unknownMethod(path: string, services: ReadonlySet<string>): GrpcStatusError {
	const method = path.startsWith('/') ? path.slice(1) : path
	const at = method.lastIndexOf('/')
	if (at === -1) return new GrpcStatusError('ResourceExhausted', `malformed method name: ${JSON.stringify(path)}`)
	const service = method.slice(0, at)
	const text = services.has(service)
		? `unknown method ${method.slice(at + 1)} for service ${service}`
		: `unknown service ${service}`
	return new GrpcStatusError('Unimplemented', text)
}
