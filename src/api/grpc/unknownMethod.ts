import type { Server, UntypedHandleCall } from '@grpc/grpc-js'
import { BugError } from '../../errors/BugError.ts'
import { grpcCodes } from '../../errors/GrpcStatusError.ts'
import type { GrpcStatus } from './grpcStatus.ts'

/** A handler as grpc-js keeps it. */
interface RegisteredHandler {
	readonly func: UntypedHandleCall
	readonly serialize: (value: Buffer) => Buffer
	readonly deserialize: (bytes: Buffer) => Buffer
	readonly type: 'unary'
	readonly path: string
}

/**
 * Makes a server answer calls of unknown methods with the texts of Go's server. grpc-js has no hook for that, so the
 * look-up in its handler table (a Map) falls back to a refusing handler.
 *
 * @param services Full names of the served services.
 */
export function answerUnknownMethods(server: Server, services: ReadonlySet<string>): void {
	const handlers: unknown = Reflect.get(server, 'handlers')
	if (!(handlers instanceof Map)) throw new BugError('grpc-js keeps its handlers in another way')
	const known = handlers.get.bind(handlers)
	handlers.get = (path: string) => known(path) ?? refusal(path, unknownMethodStatus(path, services))
}

/** The status of grpc-go v1.33 for a path it does not serve (server.go handleStream). */
export function unknownMethodStatus(path: string, services: ReadonlySet<string>): GrpcStatus {
	const method = path.startsWith('/') ? path.slice(1) : path
	const at = method.lastIndexOf('/')
	if (at === -1) return { code: grpcCodes.ResourceExhausted, details: `malformed method name: ${JSON.stringify(path)}` }
	const service = method.slice(0, at)
	const details = services.has(service)
		? `unknown method ${method.slice(at + 1)} for service ${service}`
		: `unknown service ${service}`
	return { code: grpcCodes.Unimplemented, details }
}

function refusal(path: string, status: GrpcStatus): RegisteredHandler {
	const same = (bytes: Buffer) => bytes
	return {
		func: (_call: unknown, callback: (error: GrpcStatus) => void) => callback(status),
		serialize: same,
		deserialize: same,
		type: 'unary',
		path,
	}
}
