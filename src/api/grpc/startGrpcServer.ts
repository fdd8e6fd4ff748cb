import { type AddressInfo, createServer, type Server as Listener } from 'node:net'
import type { DescMessage, DescMethod, DescService, Message } from '@bufbuild/protobuf'
import {
	type handleUnaryCall,
	logVerbosity,
	Metadata,
	Server,
	ServerCredentials,
	type ServiceDefinition,
	setLogVerbosity,
} from '@grpc/grpc-js'
import type { QueryHandler } from '../../app/AppModule.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { BugError } from '../../errors/BugError.ts'
import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import { UserError } from '../../errors/UserError.ts'
import { ConnectionGuard } from '../../serve/ConnectionGuard.ts'
import { listen } from '../../serve/listen.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import { goQuote } from '../../util/goQuote.ts'
import type { QueryBackend } from '../services/createQueryBackend.ts'
import { parseInteger } from '../services/parseInteger.ts'
import { createAppDescriptorService } from './createAppDescriptorService.ts'
import { grpcStatus } from './grpcStatus.ts'
import { createServerReflection } from './serverReflection.ts'
import { tapCall } from './tapCall.ts'
import { answerUnknownMethods } from './unknownMethods.ts'

/** Metadata that requests a height, and reports the height of a reply. */
const heightHeader = 'x-cosmos-block-height'

/** Options of the gRPC server. */
export interface GrpcServerOptions {
	readonly host: string
	/** 0 picks a free port. */
	readonly port: number
	/** The application with all its services mounted. */
	readonly backend: QueryBackend
	readonly chainId: string
	/** bech32 prefix of accounts. */
	readonly prefix: string
	/** Records calls while it is on. */
	readonly journal?: RequestJournal
	/** Idle time after which a connection closes, in milliseconds (default: five minutes). */
	readonly idleMs?: number
}

/** A listening server. */
export interface RunningServer {
	readonly port: number
	/** Refuses new calls, waits briefly for running ones, then ends them. */
	close(): Promise<void>
}

const closeGraceMs = 1000

/**
 * Go's limit of a message (grpc-go v1.40 server.go defaultServerMaxReceiveMessageSize). The other limits are this
 * program's: a connection without a call for five minutes closes and its client reconnects at the next call; one that
 * does not answer pings is closed.
 */
const idleMs = 5 * 60_000
const limits = {
	'grpc.max_receive_message_length': 4 * 1024 * 1024,
	'grpc.max_concurrent_streams': 100,
	'grpc.keepalive_time_ms': 60_000,
	'grpc.keepalive_timeout_ms': 20_000,
	'grpc-node.max_session_memory': 10,
}

/**
 * Serves the application's query services, the chain's description and reflection over gRPC without TLS (framework:
 * server/grpc/server.go). Errors of handlers are not mapped. Msg services are not served: transactions are broadcast.
 *
 * @throws {UserError} if the address cannot be bound.
 */
export async function startGrpcServer(options: GrpcServerOptions): Promise<RunningServer> {
	const { backend, host, chainId, prefix, journal } = options
	// The library would log to standard error, which may be behind a screen. Its errors are reported in other ways.
	setLogVerbosity(logVerbosity.NONE)
	const server = new Server({ ...limits, 'grpc.max_connection_idle_ms': options.idleMs ?? idleMs })
	const names: string[] = []
	for (const service of backend.queryServices) {
		names.push(service.desc.typeName)
		mount(server, service.desc, service.handlers, (method, handler) =>
			tapCall(journal, method, stateHandler(backend, method, handler)),
		)
	}
	const description = createAppDescriptorService({ chainId, prefix, services: backend.queryServices })
	names.push(description.desc.typeName)
	mount(server, description.desc, description.replies, (method, reply) =>
		tapCall(journal, method, constantHandler(method, reply)),
	)
	for (const { definition, implementation } of createServerReflection(names)) {
		names.push(Object.values(definition)[0]!.path.split('/')[1]!)
		server.addService(definition, implementation)
	}
	answerUnknownMethods(server, new Set(names))
	const listener = await listenGuarded(server, host, options.port)
	return { port: (listener.address() as AddressInfo).port, close: () => close(server, listener) }
}

type BytesHandler = handleUnaryCall<Buffer, Buffer>

/**
 * Mounts the named methods of a service. Messages cross as bytes, so that decoding errors get the framework's texts.
 */
function mount<Answer>(
	server: Server,
	desc: DescService,
	answers: Readonly<Record<string, Answer>>,
	handlerOf: (method: DescMethod, answer: Answer) => BytesHandler,
): void {
	const definition: Record<string, ServiceDefinition[string]> = {}
	const implementation: Record<string, BytesHandler> = {}
	const same = (bytes: Buffer) => bytes
	for (const [name, answer] of Object.entries(answers)) {
		const method = desc.methods.find((one) => one.name === name)
		if (method === undefined) throw new BugError(`${desc.typeName} has no method ${name}`)
		definition[name] = {
			path: `/${desc.typeName}/${name}`,
			requestStream: false,
			responseStream: false,
			requestSerialize: same,
			requestDeserialize: same,
			responseSerialize: same,
			responseDeserialize: same,
		}
		implementation[name] = handlerOf(method, answer)
	}
	server.addService(definition, implementation)
}

/** A method over the state: it obeys the height header, and the reply carries the height even if the handler fails. */
function stateHandler(backend: QueryBackend, method: DescMethod, handler: QueryHandler): BytesHandler {
	return async (call, callback) => {
		try {
			const request = decodeRequest(method.input, call.request)
			const asked = askedHeight(call.metadata)
			const ctx = await backend.createQueryContext(Number(asked))
			const metadata = new Metadata()
			metadata.set(heightHeader, String(asked === 0n ? ctx.header.height : asked))
			call.sendMetadata(metadata)
			callback(null, encode(method.output, await handler(ctx, request)))
		} catch (error) {
			callback(grpcStatus(error))
		}
	}
}

/** A method with a fixed reply that ignores the height. */
function constantHandler(method: DescMethod, reply: Message): BytesHandler {
	const bytes = encode(method.output, reply)
	return (call, callback) => {
		try {
			decodeRequest(method.input, call.request)
			callback(null, bytes)
		} catch (error) {
			callback(grpcStatus(error))
		}
	}
}

function decodeRequest(schema: DescMessage, bytes: Buffer): Message {
	try {
		return decodeMessage(schema, bytes)
	} catch (error) {
		const cause = error instanceof Error ? error.message : String(error)
		throw new GrpcStatusError('Internal', `grpc: error unmarshalling request: ${cause}`)
	}
}

function encode(schema: DescMessage, message: Message): Buffer {
	const bytes = encodeMessage(schema, message)
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The height of the metadata; 0 if it is missing and, as in the framework, if it occurs more than once. */
function askedHeight(metadata: Metadata): bigint {
	const values = metadata.get(heightHeader)
	if (values.length !== 1) return 0n
	let height: bigint
	try {
		height = parseInteger(String(values[0]), { base: 10, signed: true, bits: 64 })
	} catch (error) {
		const cause = error instanceof Error ? error.message : String(error)
		throw sdkErrors.invalidRequest.wrap(
			`Baseapp.RegisterGRPCServer: invalid height header ${goQuote(heightHeader)}: ${cause}`,
		)
	}
	if (height < 0n) throw sdkErrors.invalidRequest.wrap('cannot query with height < 0; please provide a valid height')
	return height
}

/** Listens itself and passes connections to grpc-js, which does not limit their number. */
async function listenGuarded(server: Server, host: string, port: number): Promise<Listener> {
	const guard = new ConnectionGuard()
	const injector = server.createConnectionInjector(ServerCredentials.createInsecure())
	const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
		guard.admit(socket)
		injector.injectConnection(socket)
	})
	try {
		await listen(listener, host, port)
		return listener
	} catch (cause) {
		const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
		throw new UserError(`The gRPC server cannot listen on ${address}.`, {
			why: cause instanceof Error ? cause.message : '',
			next: 'Choose another port with --grpc HOST:PORT, or --grpc off.',
			cause,
		})
	}
}

function close(server: Server, listener: Listener): Promise<void> {
	const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
	const ended = new Promise<void>((resolve) => {
		const force = setTimeout(() => server.forceShutdown(), closeGraceMs)
		server.tryShutdown(() => {
			clearTimeout(force)
			resolve()
		})
	})
	return Promise.all([closed, ended]).then(() => undefined)
}
