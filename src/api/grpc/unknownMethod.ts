import { GrpcStatusError } from '../../errors/GrpcStatusError.ts'

/**
 * The refusal of grpc-go v1.33 for a path it does not serve (server.go handleStream).
 *
 * @param services Full names of the served services.
 */
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
